import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { openRecordName } from '../collections/open-record-name.ts'
import { listPage } from '../http/list-page.ts'
import { shiftsView } from '../screens/list-views/shifts.tsx'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = {
  title: 'Shifts',
  auth: true,
  framed: false,
  nameOf: openRecordName,
  width: 'none',
} satisfies PageHandle<typeof loader>

export const loader = listPage(shiftsView)

export default function Shifts() {
  return <ListScreen view={shiftsView} data={useLoaderData<typeof loader>()} />
}
