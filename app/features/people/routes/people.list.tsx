import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '#app/collections/list-screen.tsx'
import { listPage } from '#app/http/list-page.ts'
import { readPersonFacts } from '#server/people/page/queries.ts'
import { peopleView } from '../people-list.tsx'

export const handle = { title: 'People', auth: true, framed: false, width: 'none' }

export const loader = listPage(peopleView, readPersonFacts)

export default function People() {
  return <ListScreen view={peopleView} data={useLoaderData<typeof loader>()} />
}
