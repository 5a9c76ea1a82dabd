import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { newsView } from '../collections/views/news.tsx'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'News', width: 'none' }

export const loader = listPage(newsView)

export default function News() {
  return <ListScreen view={newsView} data={useLoaderData<typeof loader>()} />
}
