import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/shell/use-root.ts'
import { sentPage } from '../loaders/messaging-pages.ts'
import { sentName } from '../message-data.ts'
import { MessagingFrame } from '../messaging-frame.tsx'
import { SentMessageScreen } from '../sent/sent-message-screen.tsx'
import { SentScreen } from '../sent/sent-screen.tsx'

export const handle = {
  title: 'Sent',
  auth: true,
  framed: false,
  nameOf: sentName,
  width: 'none',
} satisfies PageHandle<typeof loader>

export const loader = sentPage

export default function Sent() {
  const page = useLoaderData<typeof loader>()
  return (
    <MessagingFrame current="sent" title="Sent">
      {page.view === 'list' ? (
        <SentScreen {...page.history} />
      ) : (
        <SentMessageScreen
          key={page.sent.message.id}
          {...page.sent}
          resendable={page.resendable}
          state={page.state}
          offset={page.offset}
        />
      )}
    </MessagingFrame>
  )
}
