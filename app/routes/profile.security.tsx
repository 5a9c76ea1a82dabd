import { useLoaderData } from '@remix-run/react'
import { listSessions } from '#server/accounts/session-commands.ts'
import { screen } from '../http/screen.ts'
import { SecurityScreen } from '../screens/security/security-screen.tsx'

export const handle = { title: 'Sign-in and security', width: '760px' }

export const loader = screen({ requires: 'member', load: async (ctx) => ({ sessions: await listSessions(ctx) }) })

export default function Security() {
  return <SecurityScreen {...useLoaderData<typeof loader>()} />
}
