import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/shell/use-root.ts'
import { messagePage } from '../loaders/message-page.ts'
import { writtenName } from '../message-data.ts'
import { MessageScreen } from '../message-screen.tsx'

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
