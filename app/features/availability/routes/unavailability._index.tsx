import { useLoaderData } from '@remix-run/react'
import { parse } from '#app/http/parse.ts'
import { screen, screenAction } from '#app/http/screen.ts'
import { markDayForPerson } from '#server/availability/days/commands.ts'
import { personMarkInput } from '#server/availability/days/contract.ts'
import { listMarks } from '#server/availability/days/queries.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { addDays, dayBounds, dayOf, daysBetween, readDay } from '#server/engine/kernel/days/rules.ts'
import { PEOPLE_PER_PAGE, UnavailabilityScreen } from '../grid-screen.tsx'

export const handle = { title: 'Unavailability', auth: true, framed: false, width: 'none' }

const DAYS = 14

export const loader = screen({
  requires: 'admin',
  load: async (ctx, { url }) => {
    const zone = ctx.site.timezone
    const today = dayOf(ctx.clock.now(), zone)
    const from = readDay(url.searchParams.get('from')) ?? today
    const to = addDays(from, DAYS - 1)
    const search = cutText(url.searchParams.get('search') ?? '', 200)
    const page = Math.min(Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1), 10_000)
    const bounds = { from, to, start: dayBounds(from, zone).start, end: dayBounds(to, zone).next, zone }
    const found = await listMarks(ctx.db, {
      ...bounds,
      search,
      limit: PEOPLE_PER_PAGE,
      offset: (page - 1) * PEOPLE_PER_PAGE,
    })
    return { ...found, from, today, days: daysBetween(from, to), search, page }
  },
})

export const action = screenAction({
  requires: 'admin',
  handle: async (ctx, form) => markDayForPerson(ctx, parse(personMarkInput, Object.fromEntries(form))),
})

export default function Unavailability() {
  return <UnavailabilityScreen {...useLoaderData<typeof loader>()} />
}
