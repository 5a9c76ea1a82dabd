import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { listPage } from '../loaders/list-page.ts'
import { competenciesView } from '../screens/list-views/competencies.ts'

export const handle = { title: 'Competencies', width: 'none' }

export const loader = listPage(competenciesView)

export default function Competencies() {
  return <ListScreen view={competenciesView} data={useLoaderData<typeof loader>()} />
}
