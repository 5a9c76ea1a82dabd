import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { listPage } from '../loaders/list-page.ts'
import { assignmentsView } from '../screens/list-views/assignments.ts'

export const handle = { title: 'Assignments', width: 'none' }

export const loader = listPage(assignmentsView)

export default function Assignments() {
  return <ListScreen view={assignmentsView} data={useLoaderData<typeof loader>()} />
}
