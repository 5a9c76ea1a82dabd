import { useLoaderData } from '@remix-run/react'
import { setupPage } from '../loaders/setup-page.ts'
import { openSetupName } from '../screens/setup/open-setup-name.ts'
import { SetupScreen } from '../screens/setup/setup-screen.tsx'

export const handle = { title: 'Training', nameOf: openSetupName, width: 'none' }

export const loader = setupPage('training')

export default function TrainingList() {
  return <SetupScreen data={useLoaderData<typeof loader>()} />
}
