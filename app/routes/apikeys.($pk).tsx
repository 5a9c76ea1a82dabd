import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { openRecordName } from '../collections/open-record-name.ts'
import { listPage } from '../loaders/list-page.ts'
import { apiKeysView } from '../screens/list-views/api-keys.tsx'

export const handle = { title: 'API keys', nameOf: openRecordName, width: 'none' }

export const loader = listPage(apiKeysView)

export default function ApiKeys() {
  return <ListScreen view={apiKeysView} data={useLoaderData<typeof loader>()} />
}
