import * as z from 'zod'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { passwordField } from '../contract.ts'
import type { Device } from '../sessions/sessions.ts'
import { type ProofParts, verifyPassword } from './verify-password.ts'

export const passwordInput = z.object({ password: passwordField })

export async function confirmPassword(
  parts: ProofParts,
  { site }: Pick<Ctx, 'site'>,
  account: number,
  password: string,
  device: Device,
): Promise<number> {
  const row = await inTransaction<DB, { email: string } | undefined>(parts.authPool, 'read', {}, (db) =>
    db.selectFrom('accounts').select('email').where('id', '=', account).executeTakeFirst(),
  )
  const proved = row && (await verifyPassword(parts, site, { email: row.email, password }, device))
  if (!proved || proved.account !== account) throw invalid({ password: ['The password is incorrect.'] })
  return proved.epoch
}

export async function recordReauthentication(ctx: Ctx, by: 'password' | 'passkey'): Promise<void> {
  if (ctx.actor.kind !== 'person') return
  await ctx.db
    .updateTable('sessions')
    .set({ signed_in_at: ctx.clock.now() })
    .where('id', '=', ctx.actor.session)
    .where('impersonator', 'is', null)
    .where('operator_session', 'is', null)
    .execute()
  await audit(ctx, { action: 'session.confirm', subject: 'people', subject_id: ctx.actor.person.id, details: { by } })
}
