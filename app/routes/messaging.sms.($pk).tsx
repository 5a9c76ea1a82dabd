import { useLoaderData } from '@remix-run/react'
import { messagePage } from '../loaders/message-page.ts'
import { MessageScreen } from '../screens/messaging/message-screen.tsx'

export const handle = { title: 'Bulk SMS', width: 'none', rail: true }

export const loader = messagePage('sms')

export default function BulkSMS() {
  return <MessageScreen {...useLoaderData<typeof loader>()} />
}
