import { useLoaderData } from '@remix-run/react'
import { readCards } from '#server/dashboard/cards.ts'
import { screen } from '../../../http/screen.ts'
import { DashboardScreen } from '../dashboard-screen.tsx'

export const handle = { title: 'Dashboard', auth: true, framed: false }

export const loader = screen({
  requires: 'member',
  load: (ctx) => readCards(ctx),
})

export default function Dashboard() {
  return <DashboardScreen {...useLoaderData<typeof loader>()} />
}
