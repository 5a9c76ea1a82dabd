import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { openRecordName } from '../collections/open-record-name.ts'
import { listPage } from '../http/list-page.ts'
import { seriesView } from '../screens/list-views/series.tsx'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = {
  title: 'All Series',
  auth: true,
  framed: false,
  nameOf: openRecordName,
  width: 'none',
} satisfies PageHandle<typeof loader>

export const loader = listPage(seriesView)

export default function Series() {
  return <ListScreen view={seriesView} data={useLoaderData<typeof loader>()} />
}
