import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import type { ReplacedImage } from '#server/media/commands.ts'
import type { StoredPicture } from '#server/media/media.ts'
import { requireQuota } from '#server/quotas/queries.ts'

/**
 * Registers a stored picture for messages; unused until one refers to it.
 * @throws DomainError 'forbidden' for anyone but an admin; 'invalid' under `file` beyond the quota of storage.
 */
export async function addMessagePicture(ctx: Ctx, picture: StoredPicture | null): Promise<ReplacedImage> {
  requireStanding(ctx.actor, 'admin')
  if (picture) {
    await requireQuota(ctx, 'storage', picture.bytes, 'file')
    await sql`insert into message_pictures (key, bytes, unused_since) values (${picture.key}, ${picture.bytes}, ${ctx.clock.now()})`.execute(
      ctx.db,
    )
  }
  return { replaced: null }
}
