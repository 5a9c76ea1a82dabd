import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { openRecordName } from '#app/collections/open-record-name.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { setupPage } from '../loaders/setup-page.ts'
import { profileFieldsView } from '../profile-fields-list.tsx'
import { withUses } from '../with-uses.tsx'

export const handle = {
  title: 'Profile Fields',
  auth: true,
  framed: false,
  nameOf: openRecordName,
  width: 'none',
} satisfies PageHandle<typeof loader>

const view = withUses(profileFieldsView)

export const loader = setupPage(view)

export default function ProfileFields() {
  return <ListScreen view={view} data={useLoaderData<typeof loader>()} />
}
