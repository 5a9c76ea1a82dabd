import * as z from 'zod'
import { queueNotices } from '#server/deliveries/account-notices.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { passwordField } from '../contract.ts'
import { passwordProblem } from '../password-rules.ts'
import { currentSession, endAccountSessions, refuseWhileImpersonating } from '../sessions/session-commands.ts'
import type { Device } from '../sessions/sessions.ts'
import { confirmPassword } from '../sign-in/reauth.ts'
import type { ProofParts } from '../sign-in/verify-password.ts'
import { passwordChangedNotice } from './reset.ts'

export const ownPasswordChange = z.object({ password: passwordField, new_password: passwordField })
export type OwnPasswordChange = z.infer<typeof ownPasswordChange>

/** `inSite` opens a short transaction of the site. */
export type OwnAccount = {
  who: Omit<Ctx, 'db'>
  account: number
  inSite: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
}

/**
 * Changes the account's password, ends its other sessions at every site and notifies the owner by email.
 * @throws DomainError 'invalid' under `password` or `new_password`, 'throttled', 'forbidden' while impersonating.
 */
export async function changeOwnPassword(
  parts: ProofParts,
  { who, account, inSite }: OwnAccount,
  { password, new_password }: OwnPasswordChange,
  device: Device,
): Promise<void> {
  const person = requirePerson(who.actor)
  refuseWhileImpersonating(who)
  const about = who.actor.kind === 'person' ? who.actor.person : undefined
  const problem = passwordProblem(new_password, { site: who.site.name, email: about?.email, name: about?.name })
  if (problem) throw invalid({ new_password: [problem] })
  const epoch = await confirmPassword(parts, who, account, password, device)
  const password_hash = await parts.passwords.hash(new_password)
  const ended = await inTransaction<DB, number>(parts.authPool, 'write', {}, async (db) => {
    const changed = await db
      .updateTable('accounts')
      .set({ password_hash })
      .where('id', '=', account)
      .where('auth_epoch', '=', epoch)
      .returning('id')
      .executeTakeFirst()
    // Changed by someone else during hashing: the confirmed password is outdated.
    if (!changed) throw invalid({ password: ['The password is incorrect.'] })
    return endAccountSessions(db, account, who.clock.now(), currentSession(who))
  })
  await inSite(async (ctx) => {
    await audit(ctx, { action: 'password.change', subject: 'people', subject_id: person, details: { ended } })
    await queueNotices(ctx, passwordChangedNotice(ctx.site, person, ctx.clock.now()))
  })
}
