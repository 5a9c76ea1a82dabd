import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { trainingView } from '../collections/views/training.ts'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'Training', width: 'none' }

export const loader = listPage(trainingView)

export default function TrainingList() {
  return <ListScreen view={trainingView} data={useLoaderData<typeof loader>()} />
}
