import { useLoaderData } from '@remix-run/react'
import { factsOf } from '#server/people/page/queries.ts'
import { ListScreen } from '../collections/list-screen.tsx'
import { peopleView } from '../collections/views/people.tsx'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'People', width: 'none' }

export const loader = listPage(peopleView, factsOf)

export default function People() {
  return <ListScreen view={peopleView} data={useLoaderData<typeof loader>()} />
}
