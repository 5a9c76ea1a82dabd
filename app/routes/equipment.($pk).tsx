import { useLoaderData } from '@remix-run/react'
import { setupPage } from '../loaders/setup-page.ts'
import { SetupScreen } from '../screens/setup/setup-screen.tsx'

export const handle = { title: 'Equipment', width: 'none' }

export const loader = setupPage('equipment')

export default function Equipment() {
  return <SetupScreen data={useLoaderData<typeof loader>()} />
}
