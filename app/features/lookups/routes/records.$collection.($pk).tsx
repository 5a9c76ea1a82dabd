import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { listedRecordName } from '#app/collections/open-record-name.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { plainListPage } from '../loaders/records-page.ts'
import { recordsView } from '../records-view.ts'

export const handle = {
  title: 'Records',
  auth: true,
  framed: false,
  nameOf: listedRecordName,
  width: 'none',
} satisfies PageHandle<typeof loader>

export const loader = plainListPage

export default function Records() {
  const data = useLoaderData<typeof loader>()
  return <ListScreen view={recordsView(data.contract)} data={data} />
}
