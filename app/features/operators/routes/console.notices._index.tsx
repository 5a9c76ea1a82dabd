import { useLoaderData } from '@remix-run/react'
import { consoleScreen } from '#app/http/console.ts'
import { NoticesScreen } from '../notices-screen.tsx'

export const handle = { title: 'Notices', auth: true, framed: false }

export const loader = consoleScreen(async (_operator, { app }) => ({ notices: await app.console.notices() }))

export default function Notices() {
  return <NoticesScreen {...useLoaderData<typeof loader>()} />
}
