import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { listPage } from '../loaders/list-page.ts'
import { locationsView } from '../screens/list-views/locations.ts'

export const handle = { title: 'Locations', width: 'none' }

export const loader = listPage(locationsView)

export default function Locations() {
  return <ListScreen view={locationsView} data={useLoaderData<typeof loader>()} />
}
