import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { openRecordName } from '#app/collections/open-record-name.ts'
import { listPage } from '#app/http/list-page.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { kiosksView } from '../kiosks-list.tsx'

export const handle = {
  title: 'Kiosks',
  auth: true,
  framed: false,
  nameOf: openRecordName,
  width: 'none',
} satisfies PageHandle<typeof loader>

export const loader = listPage(kiosksView)

export default function Kiosks() {
  return <ListScreen view={kiosksView} data={useLoaderData<typeof loader>()} />
}
