import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { peopleView } from '../collections/views/people.tsx'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'People', width: 'none' }

export const loader = listPage(peopleView)

export default function Person() {
  return <ListScreen view={peopleView} data={useLoaderData<typeof loader>()} />
}
