import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { openRecordName } from '#app/collections/open-record-name.ts'
import { listPage } from '#app/http/list-page.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { shiftsView, shiftsViewWithoutRoles } from '../shifts-list.tsx'

export const handle = {
  title: 'Shifts',
  auth: true,
  framed: false,
  nameOf: openRecordName,
  width: 'none',
} satisfies PageHandle<typeof loader>

export const loader = listPage(shiftsView)

export default function Shifts() {
  const data = useLoaderData<typeof loader>()
  return <ListScreen view={data.contract.fields.role ? shiftsView : shiftsViewWithoutRoles} data={data} />
}
