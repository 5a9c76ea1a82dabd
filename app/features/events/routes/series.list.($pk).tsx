import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { openRecordName } from '#app/collections/open-record-name.ts'
import { listPage } from '#app/http/list-page.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { seriesView } from '../series-list.tsx'

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
