import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { getCurrentUser } from '#server/accounts/queries.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { ownEmailUid } from '#server/people/email-settings/commands.ts'
import { readAccountFacts } from '#server/people/self/account-facts.ts'
import { SettingsScreen } from '../profile/settings-screen.tsx'

export const handle = { title: 'Settings', auth: true, framed: false, width: '860px' }

export const loader = screen({
  requires: 'member',
  load: async (ctx) => {
    const person = requirePerson(ctx.actor)
    return {
      user: await getCurrentUser(ctx.db, person),
      email_uid: await ownEmailUid(ctx),
      reminders: ctx.site.reminder_offsets,
      facts: await readAccountFacts(ctx.db, person),
      now: ctx.clock.now().toISOString(),
    }
  },
})

export default function Settings() {
  return <SettingsScreen {...useLoaderData<typeof loader>()} />
}
