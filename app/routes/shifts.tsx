import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { listPage } from '../loaders/list-page.ts'
import { shiftsView } from '../screens/list-views/shifts.tsx'

export const handle = { title: 'Shifts', width: 'none' }

export const loader = listPage(shiftsView)

export default function Shifts() {
  return <ListScreen view={shiftsView} data={useLoaderData<typeof loader>()} />
}
