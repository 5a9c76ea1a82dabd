import { useLoaderData } from '@remix-run/react'
import { countRosters } from '#server/shifts/roster-editor/queries.ts'
import { ListScreen } from '../collections/list-screen.tsx'
import { listPage } from '../http/list-page.ts'
import { eventsView } from '../screens/list-views/events.tsx'

export const handle = { title: 'All Events', auth: true, framed: false, width: 'none' }

export const loader = listPage(eventsView, (ctx, ids) => countRosters(ctx.db, ids))

export default function AllEvents() {
  return <ListScreen view={eventsView} data={useLoaderData<typeof loader>()} />
}
