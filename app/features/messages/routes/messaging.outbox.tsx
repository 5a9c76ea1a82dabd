import { useLoaderData } from '@remix-run/react'
import { outboxPage } from '../loaders/messaging-pages.ts'
import { MessagingFrame } from '../messaging-frame.tsx'
import { OutboxScreen } from '../outbox/outbox-screen.tsx'

export const handle = { title: 'Outbox', auth: true, framed: false, width: 'none' }

export const loader = outboxPage

export default function Outbox() {
  return (
    <MessagingFrame current="outbox" title="Outbox">
      <OutboxScreen {...useLoaderData<typeof loader>()} />
    </MessagingFrame>
  )
}
