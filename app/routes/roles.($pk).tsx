import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { rolesView } from '../collections/views/roles.ts'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'Roles', width: 'none' }

export const loader = listPage(rolesView)

export default function Roles() {
  return <ListScreen view={rolesView} data={useLoaderData<typeof loader>()} />
}
