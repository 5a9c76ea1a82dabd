import * as z from 'zod'
import { audit } from '#server/access/audit.ts'
import type { Ctx } from '#server/context.ts'
import type { Pool } from '#server/kernel/db/pool.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { DB } from '#server/schema.gen.ts'
import { passwordField } from './contract.ts'

export const passwordInput = z.object({ password: passwordField })

/** The stored hash of an account's password; null for one without. Only the auth role reads it. */
export const passwordHashOf = (authPool: Pool, account: number): Promise<string | null> =>
  inTransaction<DB, string | null>(authPool, 'read', {}, async (db) => {
    const row = await db.selectFrom('accounts').select('password_hash').where('id', '=', account).executeTakeFirst()
    return row?.password_hash ?? null
  })

/** Notes that the acting person just proved who they are. @param by what they proved it with. */
export async function noteSignIn(ctx: Ctx, by: 'password' | 'passkey'): Promise<void> {
  if (ctx.actor.kind !== 'person') return
  await ctx.db
    .updateTable('sessions')
    .set({ signed_in_at: ctx.clock.now() })
    .where('id', '=', ctx.actor.session)
    .where('impersonator', 'is', null)
    .execute()
  await audit(ctx, { action: 'session.confirm', subject: 'people', subject_id: ctx.actor.person.id, details: { by } })
}
