import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { assignmentsView } from '../collections/views/assignments.ts'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'Assignments', width: 'none' }

export const loader = listPage(assignmentsView)

export default function Assignments() {
  return <ListScreen view={assignmentsView} data={useLoaderData<typeof loader>()} />
}
