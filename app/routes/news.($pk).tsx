import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { openRecordName } from '../collections/open-record-name.ts'
import { listPage } from '../http/list-page.ts'
import { newsView } from '../screens/list-views/news.tsx'
import type { PageHandle } from '../shell/use-root.ts'

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
