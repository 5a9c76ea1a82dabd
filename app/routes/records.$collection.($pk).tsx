import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { listedRecordName } from '../collections/open-record-name.ts'
import { plainListPage } from '../loaders/records-page.ts'
import { recordsView } from '../screens/setup/records-view.ts'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = {
  title: 'Records',
  auth: true,
  framed: false,
  nameOf: listedRecordName,
  width: 'none',
} satisfies PageHandle<typeof loader>

/** The generic list and form of a collection, built from its declaration. */
export const loader = plainListPage

export default function Records() {
  const data = useLoaderData<typeof loader>()
  return <ListScreen view={recordsView(data.contract)} data={data} />
}
