import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { openRecordName } from '../collections/open-record-name.ts'
import { setupPage } from '../loaders/setup-page.ts'
import { trainingView } from '../screens/list-views/training.ts'
import { withUses } from '../screens/setup/with-uses.tsx'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = {
  title: 'Training',
  auth: true,
  framed: false,
  nameOf: openRecordName,
  width: 'none',
} satisfies PageHandle<typeof loader>

const view = withUses(trainingView)

export const loader = setupPage(view)

export default function TrainingList() {
  return <ListScreen view={view} data={useLoaderData<typeof loader>()} />
}
