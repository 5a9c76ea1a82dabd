import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { openRecordName } from '#app/collections/open-record-name.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { setupPage } from '../loaders/setup-page.ts'
import { locationsView } from '../locations-list.ts'
import { withUses } from '../with-uses.tsx'

export const handle = {
  title: 'Locations',
  auth: true,
  framed: false,
  nameOf: openRecordName,
  width: 'none',
} satisfies PageHandle<typeof loader>

const view = withUses(locationsView)

export const loader = setupPage(view)

export default function Locations() {
  return <ListScreen view={view} data={useLoaderData<typeof loader>()} />
}
