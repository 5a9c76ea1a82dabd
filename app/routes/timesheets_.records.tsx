import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { listPage } from '../http/list-page.ts'
import { timesheetsView } from '../screens/list-views/timesheets.tsx'

export const handle = { title: 'Shifts', auth: true, framed: false, width: 'none' }

export const loader = listPage(timesheetsView)

export default function Timesheets() {
  return <ListScreen view={timesheetsView} data={useLoaderData<typeof loader>()} />
}
