import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { seriesView } from '../collections/views/series.tsx'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'All Series', width: 'none' }

export const loader = listPage(seriesView)

export default function Series() {
  return <ListScreen view={seriesView} data={useLoaderData<typeof loader>()} />
}
