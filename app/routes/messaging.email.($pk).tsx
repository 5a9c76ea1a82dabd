import { useLoaderData } from '@remix-run/react'
import { messagePage } from '../loaders/message-page.ts'
import { MessageScreen } from '../screens/messaging/message-screen.tsx'

export const handle = { title: 'Bulk Email', width: 'none', rail: true }

export const loader = messagePage('email')

export default function BulkEmail() {
  return <MessageScreen {...useLoaderData<typeof loader>()} />
}
