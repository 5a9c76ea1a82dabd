import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { apiKeysView } from '../collections/views/api-keys.tsx'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'API keys', width: 'none' }

export const loader = listPage(apiKeysView)

export default function ApiKeys() {
  return <ListScreen view={apiKeysView} data={useLoaderData<typeof loader>()} />
}
