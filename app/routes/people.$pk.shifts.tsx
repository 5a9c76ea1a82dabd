import { useLoaderData } from '@remix-run/react'
import { personPage } from '../loaders/person-page.ts'
import { PersonScreen } from '../screens/person/person-screen.tsx'
import { personName } from '../shell/page-names.ts'

export const handle = { title: 'People', nameOf: personName, width: 'none' }

export const loader = personPage('shifts')

export default function Person() {
  return <PersonScreen data={useLoaderData<typeof loader>()} />
}
