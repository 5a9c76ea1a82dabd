import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { timesheetsView } from '../collections/views/timesheets.tsx'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'Shifts', width: 'none' }

export const loader = listPage(timesheetsView)

export default function Timesheets() {
  return <ListScreen view={timesheetsView} data={useLoaderData<typeof loader>()} />
}
