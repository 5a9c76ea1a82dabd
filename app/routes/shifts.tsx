import { useLoaderData } from '@remix-run/react'
import { countPastUnpublished, listEventShifts, listShiftEvents } from '#server/shifts/by-event/queries.ts'
import { redirectWithQuery } from '../http/redirect-with-query.ts'
import { screen } from '../http/screen.ts'
import { ShiftsScreen } from '../screens/shifts-by-event/shifts-screen.tsx'
import { paths } from '../shell/paths.ts'

export const handle = { title: 'Shifts', auth: true, framed: false, width: '1120px' }

/** What the address may have; any other query is one of the table of all shifts. */
const OWN_QUERY = new Set(['of', 'iframe'])

/** Shows coming shifts by event, exceptions first; `?of` opens one of them. */
export const loader = screen({
  requires: 'admin',
  load: async (ctx, { url }) => {
    if ([...url.searchParams.keys()].some((name) => !OWN_QUERY.has(name)))
      throw redirectWithQuery(paths.records('shifts'), url)
    const of = Number(url.searchParams.get('of'))
    const open = Number.isSafeInteger(of) && of > 0 ? of : null
    return {
      past: await countPastUnpublished(ctx),
      events: await listShiftEvents(ctx),
      open,
      shifts: open === null ? [] : await listEventShifts(ctx, open),
    }
  },
})

export default function Shifts() {
  return <ShiftsScreen {...useLoaderData<typeof loader>()} />
}
