import { useLoaderData } from '@remix-run/react'
import { seesAdminView } from '#app/http/admin-view.ts'
import { parse } from '#app/http/parse.ts'
import { screen, screenAction } from '#app/http/screen.ts'
import { dayName } from '#app/shell/page-names.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { markDay } from '#server/availability/days/commands.ts'
import { markInput } from '#server/availability/days/contract.ts'
import { getMark, listDayMarks } from '#server/availability/days/queries.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { dayOf, readDay } from '#server/engine/kernel/days/rules.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { AvailabilityDayScreen } from '../day-screen.tsx'

export const handle = {
  title: 'Unavailability',
  auth: true,
  framed: false,
  nameOf: dayName,
  width: '760px',
} satisfies PageHandle<typeof loader>

export const loader = screen({
  requires: 'member',
  load: async (ctx, { params }) => {
    const date = readDay(params.date)
    if (!date) throw notFound('This day does not exist.')
    const mark = await getMark(ctx.db, { person: requirePerson(ctx.actor), date })
    const everybody = seesAdminView(ctx.actor) ? await listDayMarks(ctx.db, { date }) : null
    return { date, today: dayOf(ctx.clock.now(), ctx.site.timezone), mark, everybody }
  },
})

export const action = screenAction({
  requires: 'member',
  handle: async (ctx, form, { params }) =>
    markDay(ctx, { date: params.date ?? '', ...parse(markInput, Object.fromEntries(form)) }),
})

export default function AvailabilityDay() {
  return <AvailabilityDayScreen {...useLoaderData<typeof loader>()} />
}
