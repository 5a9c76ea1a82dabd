import { useLoaderData } from '@remix-run/react'
import { requirePerson } from '#server/access/permission.ts'
import { listAgenda } from '#server/events/agenda.ts'
import { monthWindow } from '#server/events/month-rules.ts'
import { screen } from '../http/screen.ts'
import { AgendaScreen } from '../screens/calendar/agenda-screen.tsx'

export const handle = { title: 'Calendar' }

export const loader = screen({
  requires: 'member',
  load: async (ctx, { url }) => {
    const admin = ctx.actor.kind === 'person' && ctx.actor.person.access_role === 'admin' && !ctx.actor.viewAsUser
    const month = monthWindow(url.searchParams.get('month'), ctx.clock.now(), ctx.site.timezone)
    const asked = Number(url.searchParams.get('series'))
    const series = Number.isSafeInteger(asked) && asked > 0 ? asked : null
    const window = series ? { from: ctx.clock.now(), to: new Date(ctx.clock.epochMs() + 400 * 86_400_000) } : month
    const events = await listAgenda(ctx.db, { ...window, person: requirePerson(ctx.actor), admin, series })
    return { admin, series, events, month: month.month, previous: month.previous, next: month.next, today: month.today }
  },
})

export default function Calendar() {
  return <AgendaScreen {...useLoaderData<typeof loader>()} />
}
