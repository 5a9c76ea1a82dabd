import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { competenciesView } from '../collections/views/competencies.ts'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'Competencies', width: 'none' }

export const loader = listPage(competenciesView)

export default function Competencies() {
  return <ListScreen view={competenciesView} data={useLoaderData<typeof loader>()} />
}
