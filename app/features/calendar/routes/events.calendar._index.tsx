import { useLoaderData } from '@remix-run/react'
import { seesAdminView } from '#app/http/admin-view.ts'
import { deviceOf } from '#app/http/device.ts'
import { screen } from '#app/http/screen.ts'
import { monthWindow, readMonth } from '#server/calendar/month.pure.ts'
import { readCalendar } from '#server/calendar/queries.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { CalendarScreen } from '../calendar-screen.tsx'

export const handle = { title: 'Calendar', auth: true, framed: false, width: '1440px' }

export const loader = screen({
  requires: 'member',
  load: async (ctx, { url, request }) => {
    const { timezone, name } = ctx.site
    const admin = seesAdminView(ctx.actor)
    const month = readMonth(url.searchParams.get('month'), ctx.clock.now(), timezone)
    const reader = { person: requirePerson(ctx.actor), admin, organisation: name }
    const answer = await readCalendar(ctx.db, monthWindow(month, timezone), reader)
    const shown = { list: url.searchParams.get('view') === 'list', device: deviceOf(request.headers) }
    return answer.within({ ...month, admin, ...shown }, 'answer')
  },
})

export default function Calendar() {
  return <CalendarScreen {...useLoaderData<typeof loader>()} />
}
