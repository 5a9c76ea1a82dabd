import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import type { ReplacedImage } from '#server/media/commands.ts'

/**
 * Registers a stored picture for messages; unused until one refers to it.
 * @param key of the stored picture.
 * @throws DomainError 'forbidden' for anyone but an admin.
 */
export async function addMessagePicture(ctx: Ctx, key: string | null): Promise<ReplacedImage> {
  requireStanding(ctx.actor, 'admin')
  if (key)
    await sql`insert into message_pictures (key, unused_since) values (${key}, ${ctx.clock.now()})`.execute(ctx.db)
  return { replaced: null }
}
