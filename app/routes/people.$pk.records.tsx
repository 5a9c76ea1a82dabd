import { useLoaderData } from '@remix-run/react'
import { personPage } from '../loaders/person-page.ts'
import { PersonScreen } from '../screens/person/person-screen.tsx'

export const handle = { title: 'People', width: 'none' }

export const loader = personPage('records')

export default function Person() {
  return <PersonScreen data={useLoaderData<typeof loader>()} />
}
