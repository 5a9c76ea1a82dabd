import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { countPastUnpublished, listEventShifts, listShiftEvents } from '#server/shifts/by-event/queries.ts'
import { ShiftsScreen } from '../by-event/shifts-screen.tsx'

export const handle = { title: 'Shifts', auth: true, framed: false, width: '1120px' }

/** Coming shifts by event, exceptions first; `?of` opens one of them. */
export const loader = screen({
  requires: 'admin',
  load: async (ctx, { url }) => {
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

export default function ShiftsByEvent() {
  return <ShiftsScreen {...useLoaderData<typeof loader>()} />
}
