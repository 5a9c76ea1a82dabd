import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { locationsView } from '../collections/views/locations.ts'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'Locations', width: 'none' }

export const loader = listPage(locationsView)

export default function Locations() {
  return <ListScreen view={locationsView} data={useLoaderData<typeof loader>()} />
}
