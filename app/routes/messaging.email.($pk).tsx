import { useLoaderData } from '@remix-run/react'
import { messagePage } from '../loaders/message-page.ts'
import { writtenName } from '../screens/messaging/message-data.ts'
import { MessageScreen } from '../screens/messaging/message-screen.tsx'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = {
  title: 'Bulk Email',
  auth: true,
  framed: false,
  nameOf: writtenName,
  width: 'none',
  rail: true,
} satisfies PageHandle<typeof loader>

export const loader = messagePage('email')

export default function BulkEmail() {
  return <MessageScreen {...useLoaderData<typeof loader>()} />
}
