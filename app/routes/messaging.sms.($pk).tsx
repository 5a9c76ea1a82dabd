import { useLoaderData } from '@remix-run/react'
import { messagePage } from '../loaders/message-page.ts'
import { writtenName } from '../screens/messaging/message-data.ts'
import { MessageScreen } from '../screens/messaging/message-screen.tsx'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = {
  title: 'Bulk SMS',
  auth: true,
  framed: false,
  nameOf: writtenName,
  width: 'none',
  rail: true,
} satisfies PageHandle<typeof loader>

export const loader = messagePage('sms')

export default function BulkSMS() {
  return <MessageScreen {...useLoaderData<typeof loader>()} />
}
