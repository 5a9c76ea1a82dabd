import { useLoaderData } from '@remix-run/react'
import { readPersonFacts } from '#server/people/page/queries.ts'
import { ListScreen } from '../collections/list-screen.tsx'
import { listPage } from '../http/list-page.ts'
import { peopleView } from '../screens/list-views/people.tsx'

export const handle = { title: 'People', auth: true, framed: false, width: 'none' }

export const loader = listPage(peopleView, readPersonFacts)

export default function People() {
  return <ListScreen view={peopleView} data={useLoaderData<typeof loader>()} />
}
