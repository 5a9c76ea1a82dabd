import { requireAdminInPerson } from '#server/engine/access/admin-access.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { notFound } from '#server/engine/kernel/errors.ts'

/** Revokes a key immediately and permanently; idempotent. @throws DomainError 'not_found', 'forbidden'. */
export async function revokeApiKey(ctx: Ctx, id: number): Promise<void> {
  requireAdminInPerson(ctx.actor)
  const now = ctx.clock.now()
  const { db } = ctx
  const key = await db.selectFrom('apikeys').select('revoked_at').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!key) throw notFound()
  if (key.revoked_at) return
  await db.updateTable('apikeys').set({ revoked_at: now, updated_at: now }).where('id', '=', id).execute()
  await audit(ctx, { action: 'apikeys.revoke', subject: 'apikeys', subject_id: id })
}
