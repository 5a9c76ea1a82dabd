import { useLoaderData } from '@remix-run/react'
import { personName } from '#app/shell/page-names.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { personPage } from '../loaders/person-page.ts'
import { PersonScreen } from '../person/person-screen.tsx'

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
