import { useLoaderData } from '@remix-run/react'
import { ListScreen } from '../collections/list-screen.tsx'
import { listPage } from '../loaders/list-page.ts'
import { profileFieldsView } from '../screens/list-views/profile-fields.tsx'

export const handle = { title: 'Profile Fields', width: 'none' }

export const loader = listPage(profileFieldsView)

export default function ProfileFields() {
  return <ListScreen view={profileFieldsView} data={useLoaderData<typeof loader>()} />
}
