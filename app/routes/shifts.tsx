import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { shiftsView } from '../collections/views/shifts.tsx'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'Shifts', width: 'none' }

export const loader = listPage(shiftsView)

export default function Shifts() {
  return <ListScreen view={shiftsView} data={useLoaderData<typeof loader>()} />
}
