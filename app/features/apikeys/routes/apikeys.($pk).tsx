import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { openRecordName } from '#app/collections/open-record-name.ts'
import { listPage } from '#app/http/list-page.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { apiKeysView } from '../api-keys-list.tsx'

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
