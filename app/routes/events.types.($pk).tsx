import { useLoaderData } from '@remix-run/react'
import { setupPage } from '../loaders/setup-page.ts'
import { openSetupName } from '../screens/setup/open-setup-name.ts'
import { SetupScreen } from '../screens/setup/setup-screen.tsx'

export const handle = { title: 'Event Types', nameOf: openSetupName, width: 'none' }

export const loader = setupPage('eventtypes')

export default function EventTypes() {
  return <SetupScreen data={useLoaderData<typeof loader>()} />
}
