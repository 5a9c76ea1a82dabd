import { useLoaderData } from '@remix-run/react'
import { seesAdminView } from '#app/http/admin-view.ts'
import { screen } from '#app/http/screen.ts'
import { dayName } from '#app/shell/page-names.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { windowAround } from '#server/calendar/month.pure.ts'
import { readCalendar } from '#server/calendar/queries.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { dayOf, readDay } from '#server/engine/kernel/days/rules.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { DayScreen } from '../day-screen.tsx'

export const handle = {
  title: 'Calendar',
  auth: true,
  framed: false,
  nameOf: dayName,
  width: '1440px',
} satisfies PageHandle<typeof loader>

/** Shows the events of a consecutive series one by one, with their times. */
export const loader = screen({
  requires: 'member',
  load: async (ctx, { params }) => {
    const date = readDay(params.date)
    if (!date) throw notFound('This day does not exist.')
    const { timezone, name } = ctx.site
    const admin = seesAdminView(ctx.actor)
    const reader = { person: requirePerson(ctx.actor), admin, organisation: name, merge: false }
    const answer = await readCalendar(ctx.db, windowAround(date, date, timezone, 0), reader)
    return answer.within({ date, today: dayOf(ctx.clock.now(), timezone), admin }, 'answer')
  },
})

export default function Day() {
  return <DayScreen {...useLoaderData<typeof loader>()} />
}
