import { useLoaderData } from '@remix-run/react'
import { getCurrentUser } from '#server/accounts/queries.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import type { ProfileField } from '#server/lookups/profilefields/contract.ts'
import { screen } from '../http/screen.ts'
import { InfoScreen } from '../screens/profile/info-screen.tsx'
import { readList } from '../screens/profile/own-page.ts'
import type { OwnField } from '../screens/profile/profile-fields.tsx'

export const handle = { title: 'Profile', width: '860px' }

export const loader = screen({
  requires: 'member',
  load: async (ctx, { app }) => {
    const person = requirePerson(ctx.actor)
    const asked = { user_visible: 'true', archived: 'false', limit: '-1', sort: 'order,display_name' }
    const fields = readList(await app.collections.list(ctx, 'profilefields', asked), 'profilefields')
    const own = { profile: String(person), limit: '-1' }
    const entries = readList(await app.collections.list(ctx, 'profileentries', own), 'profileentries').rows as {
      id: number
      entry_type: number
      value: string
    }[]
    const entryOf = new Map(entries.map(({ entry_type, id, value }) => [entry_type, { id, value }]))
    return {
      user: await getCurrentUser(ctx.db, person),
      fields: (fields.rows as ProfileField[]).map(
        ({ id, display_name, kind, choices, required, user_editable }): OwnField => ({
          ...{ id, display_name, kind, choices, required, user_editable },
          entry: entryOf.get(id) ?? null,
        }),
      ),
    }
  },
})

export default function Profile() {
  return <InfoScreen {...useLoaderData<typeof loader>()} />
}
