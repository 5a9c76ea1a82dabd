import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { listPage } from '../loaders/list-page.ts'
import { rolesView } from '../screens/list-views/roles.ts'

export const handle = { title: 'Roles', width: 'none' }

export const loader = listPage(rolesView)

export default function Roles() {
  return <ListScreen view={rolesView} data={useLoaderData<typeof loader>()} />
}
