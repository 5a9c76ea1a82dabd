import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { listPage } from '../loaders/list-page.ts'
import { trainingView } from '../screens/list-views/training.ts'

export const handle = { title: 'Training', width: 'none' }

export const loader = listPage(trainingView)

export default function TrainingList() {
  return <ListScreen view={trainingView} data={useLoaderData<typeof loader>()} />
}
