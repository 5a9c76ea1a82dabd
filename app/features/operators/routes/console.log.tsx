import { useLoaderData } from '@remix-run/react'
import { consoleScreen } from '#app/http/console.ts'
import { LogScreen } from '../log-screen.tsx'

export const handle = { title: 'Log', auth: true, framed: false }

export const loader = consoleScreen(async (_operator, { app }) => ({ acts: await app.console.acts() }))

export default function Log() {
  return <LogScreen {...useLoaderData<typeof loader>()} />
}
