import { useLoaderData } from '@remix-run/react'
import { requirePerson } from '#server/access/permission.ts'
import { getCurrentUser } from '#server/accounts/queries.ts'
import { screen } from '../http/screen.ts'
import { ProfileScreen } from '../screens/profile/profile-screen.tsx'

export const handle = { title: 'Profile', width: '760px' }

export const loader = screen({ requires: 'member', load: (ctx) => getCurrentUser(ctx.db, requirePerson(ctx.actor)) })

export default function Profile() {
  return <ProfileScreen user={useLoaderData<typeof loader>()} />
}
