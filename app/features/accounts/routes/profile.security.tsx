import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { factorParts } from '#app/session/parts.ts'
import { isAddressConfirmed } from '#server/accounts/confirmed-address.ts'
import { listFactors } from '#server/accounts/factors/queries.ts'
import { listSessions } from '#server/accounts/sessions/session-commands.ts'
import { SecurityScreen } from '../security/security-screen.tsx'

export const handle = { title: 'Sign-in and security', auth: true, framed: false, width: '760px' }

export const loader = screen({
  requires: 'member',
  load: async (ctx, { app }) => {
    const account = ctx.actor.kind === 'person' && !ctx.actor.impersonator ? ctx.actor.person.account_id : null
    const confirmed = account === null || (await isAddressConfirmed(ctx.db, account))
    return {
      sessions: await listSessions(ctx),
      factors: account === null || !confirmed ? null : await listFactors(factorParts(app), account),
      unconfirmed: ctx.actor.kind === 'person' && !confirmed ? ctx.actor.person.email : null,
    }
  },
})

export default function Security() {
  return <SecurityScreen {...useLoaderData<typeof loader>()} />
}
