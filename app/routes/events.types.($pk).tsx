import { useLoaderData } from '@remix-run/react'
import { setupPage } from '../loaders/setup-page.ts'
import { SetupScreen } from '../screens/setup/setup-screen.tsx'

export const handle = { title: 'Event Types', width: 'none' }

export const loader = setupPage('eventtypes')

export default function EventTypes() {
  return <SetupScreen data={useLoaderData<typeof loader>()} />
}
