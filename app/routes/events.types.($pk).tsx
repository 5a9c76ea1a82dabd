import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { eventTypesView } from '../collections/views/event-types.tsx'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'Event Types', width: 'none' }

export const loader = listPage(eventTypesView)

export default function EventTypes() {
  return <ListScreen view={eventTypesView} data={useLoaderData<typeof loader>()} />
}
