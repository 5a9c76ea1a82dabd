import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import {
  listEventHours,
  listEventSheet,
  listFarLonger,
  listForgotten,
  readPagePeriod,
} from '#server/timesheets/queries.ts'
import { EventsScreen } from '../events-screen.tsx'

export const handle = { title: 'Shifts', auth: true, framed: false, width: '1120px' }

export const loader = screen({
  requires: 'admin',
  load: async (ctx, { url }) => {
    const period = readPagePeriod(ctx, url.searchParams)
    const open = Number(url.searchParams.get('event')) || null
    return {
      ...period,
      forgotten: await listForgotten(ctx),
      farLonger: await listFarLonger(ctx),
      events: await listEventHours(ctx, period),
      open,
      shifts: open && Number.isSafeInteger(open) && open > 0 ? await listEventSheet(ctx, open) : [],
    }
  },
})

export default function Timesheets() {
  return <EventsScreen {...useLoaderData<typeof loader>()} />
}
