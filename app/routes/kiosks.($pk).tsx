import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { kiosksView } from '../collections/views/kiosks.tsx'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'Kiosks', width: 'none' }

export const loader = listPage(kiosksView)

export default function Kiosks() {
  return <ListScreen view={kiosksView} data={useLoaderData<typeof loader>()} />
}
