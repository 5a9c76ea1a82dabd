import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { profileFieldsView } from '../collections/views/profile-fields.tsx'
import { listPage } from '../http/list-page.ts'

export const handle = { title: 'Profile Fields', width: 'none' }

export const loader = listPage(profileFieldsView)

export default function ProfileFields() {
  return <ListScreen view={profileFieldsView} data={useLoaderData<typeof loader>()} />
}
