import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/shell/use-root.ts'
import { messagePage } from '../loaders/message-page.ts'
import { writtenName } from '../message-data.ts'
import { MessageScreen } from '../message-screen.tsx'

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
