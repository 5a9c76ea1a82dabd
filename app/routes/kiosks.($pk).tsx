import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { openRecordName } from '../collections/open-record-name.ts'
import { listPage } from '../http/list-page.ts'
import { kiosksView } from '../screens/list-views/kiosks.tsx'
import type { PageHandle } from '../shell/use-root.ts'

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
