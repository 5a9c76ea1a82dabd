import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { listPage } from '#app/http/list-page.ts'
import { countRosters } from '#server/shifts/roster-editor/queries.ts'
import { eventsView } from '../events-list.tsx'

export const handle = { title: 'All Events', auth: true, framed: false, width: 'none' }

export const loader = listPage(eventsView, (ctx, ids) => countRosters(ctx.db, ids))

export default function AllEvents() {
  return <ListScreen view={eventsView} data={useLoaderData<typeof loader>()} />
}
