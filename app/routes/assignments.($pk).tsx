import { useLoaderData } from '@remix-run/react'
import { setupPage } from '../loaders/setup-page.ts'
import { openSetupName } from '../screens/setup/open-setup-name.ts'
import { SetupScreen } from '../screens/setup/setup-screen.tsx'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = {
  title: 'Assignments',
  auth: true,
  framed: false,
  nameOf: openSetupName,
  width: 'none',
} satisfies PageHandle<typeof loader>

export const loader = setupPage('assignments')

export default function Assignments() {
  return <SetupScreen data={useLoaderData<typeof loader>()} />
}
