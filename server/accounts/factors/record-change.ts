import { queueNotices } from '#server/deliveries/account-notices.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { currentSession, endAccountSessions } from '../sessions/session-commands.ts'

const CHANGES = {
  'totp.add': 'An authenticator app was set up for your sign-in.',
  'totp.remove': 'The authenticator app was removed from your sign-in.',
  'passkey.add': 'A passkey was added to your sign-in.',
  'passkey.remove': 'A passkey was removed from your sign-in.',
  'recovery.renew': 'New recovery codes were made for your sign-in. The older ones no longer work.',
} as const

export type FactorChange = keyof typeof CHANGES

/** Ends the account's other sessions, notifies its owner by email and writes the audit log (ASVS V6.3.7). */
export async function recordFactorChange(ctx: Ctx, change: FactorChange): Promise<void> {
  if (ctx.actor.kind !== 'person') return
  const { id, account_id } = ctx.actor.person
  if (account_id !== null && change !== 'recovery.renew')
    await endAccountSessions(ctx.db, account_id, ctx.clock.now(), currentSession(ctx))
  await queueNotices(ctx, {
    kind: 'account.factor',
    person: id,
    title: change.endsWith('.add') ? 'New sign-in method' : 'Your sign-in was changed',
    paragraphs: [
      `${CHANGES[change]} This happened on {at}.`,
      ...(change === 'recovery.renew' ? [] : ['Your other devices were signed out.']),
      'If this wasn’t you, change your password and tell the club.',
    ],
    times: { at: ctx.clock.now().toISOString() },
    action: { label: 'Review your sign-in', path: '/profile/security' },
  })
  await audit(ctx, { action: `factor.${change}`, subject: 'people', subject_id: id })
}
