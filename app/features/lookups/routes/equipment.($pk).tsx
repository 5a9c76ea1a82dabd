import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { openRecordName } from '#app/collections/open-record-name.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { equipmentView } from '../equipment-list.ts'
import { setupPage } from '../loaders/setup-page.ts'
import { withUses } from '../with-uses.tsx'

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
