import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { listPage } from '../loaders/list-page.ts'
import { equipmentView } from '../screens/list-views/equipment.ts'

export const handle = { title: 'Equipment', width: 'none' }

export const loader = listPage(equipmentView)

export default function Equipment() {
  return <ListScreen view={equipmentView} data={useLoaderData<typeof loader>()} />
}
