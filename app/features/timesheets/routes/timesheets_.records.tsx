import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { listPage } from '#app/http/list-page.ts'
import { timesheetsView } from '../timesheets-list.tsx'

export const handle = { title: 'Shifts', auth: true, framed: false, width: 'none' }

export const loader = listPage(timesheetsView)

export default function Timesheets() {
  return <ListScreen view={timesheetsView} data={useLoaderData<typeof loader>()} />
}
