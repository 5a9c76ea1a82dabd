import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { openRecordName } from '../collections/open-record-name.ts'
import { listPage } from '../http/list-page.ts'
import { apiKeysView } from '../screens/list-views/api-keys.tsx'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = {
  title: 'API keys',
  auth: true,
  framed: false,
  nameOf: openRecordName,
  width: 'none',
} satisfies PageHandle<typeof loader>

export const loader = listPage(apiKeysView)

export default function ApiKeys() {
  return <ListScreen view={apiKeysView} data={useLoaderData<typeof loader>()} />
}
