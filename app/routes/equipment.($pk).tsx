import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { equipmentView } from '../collections/views/equipment.ts'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'Equipment', width: 'none' }

export const loader = listPage(equipmentView)

export default function Equipment() {
  return <ListScreen view={equipmentView} data={useLoaderData<typeof loader>()} />
}
