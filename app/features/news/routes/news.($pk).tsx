import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { openRecordName } from '#app/collections/open-record-name.ts'
import { listPage } from '#app/http/list-page.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { newsView } from '../news-list.tsx'

export const handle = {
  title: 'News',
  auth: true,
  framed: false,
  nameOf: openRecordName,
  width: 'none',
} satisfies PageHandle<typeof loader>

export const loader = listPage(newsView)

export default function News() {
  return <ListScreen view={newsView} data={useLoaderData<typeof loader>()} />
}
