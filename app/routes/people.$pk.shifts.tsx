import { useLoaderData } from '@remix-run/react'
import { personPage } from '../loaders/person-page.ts'
import { PersonScreen } from '../screens/person/person-screen.tsx'
import { personName } from '../shell/page-names.ts'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = {
  title: 'People',
  auth: true,
  framed: false,
  nameOf: personName,
  width: 'none',
} satisfies PageHandle<typeof loader>

export const loader = personPage('shifts')

export default function Person() {
  return <PersonScreen data={useLoaderData<typeof loader>()} />
}
