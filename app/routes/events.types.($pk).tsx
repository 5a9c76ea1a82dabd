import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { listPage } from '../loaders/list-page.ts'
import { eventTypesView } from '../screens/list-views/event-types.tsx'

export const handle = { title: 'Event Types', width: 'none' }

export const loader = listPage(eventTypesView)

export default function EventTypes() {
  return <ListScreen view={eventTypesView} data={useLoaderData<typeof loader>()} />
}
