import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { readPendingEmail } from '#server/accounts/emails/pending-email.ts'
import { getCurrentUser } from '#server/accounts/queries.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { profilefields } from '#server/lookups/profilefields-contract.ts'
import { readOwnBlocks } from '#server/people/blocked/queries.ts'
import { profileentries } from '#server/people/profile-entries/contract.ts'
import { InfoScreen } from '../profile/info-screen.tsx'
import type { OwnField } from '../profile/profile-fields.tsx'

export const handle = { title: 'Profile', auth: true, framed: false, width: '860px' }

export const loader = screen({
  requires: 'member',
  load: async (ctx, { app }) => {
    const person = requirePerson(ctx.actor)
    const asked = { user_visible: 'true', archived: 'false', limit: '-1', sort: 'order,display_name' }
    const fields = await app.collections.records(profilefields).list(ctx, asked)
    const own = { profile: String(person), limit: '-1' }
    const entries = await app.collections.records(profileentries).list(ctx, own)
    const entryOf = new Map(entries.rows.map(({ entry_type, id, value }) => [entry_type, { id, value }]))
    return {
      user: await getCurrentUser(ctx.db, person),
      blocks: await readOwnBlocks(ctx.db, person),
      pendingEmail: await readPendingEmail(ctx.db, person, ctx.clock.now()),
      fields: fields.rows.map(
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
