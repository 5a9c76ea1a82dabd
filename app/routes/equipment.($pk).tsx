import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { openRecordName } from '../collections/open-record-name.ts'
import { setupPage } from '../loaders/setup-page.ts'
import { equipmentView } from '../screens/list-views/equipment.ts'
import { withUses } from '../screens/setup/with-uses.tsx'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = {
  title: 'Equipment',
  auth: true,
  framed: false,
  nameOf: openRecordName,
  width: 'none',
} satisfies PageHandle<typeof loader>

const view = withUses(equipmentView)

export const loader = setupPage(view)

export default function Equipment() {
  return <ListScreen view={view} data={useLoaderData<typeof loader>()} />
}
