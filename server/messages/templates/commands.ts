import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { STARTERS } from './starters.ts'

/**
 * Adds the starter templates if the site has no templates.
 * @returns how many were added.
 */
export async function addStarters(ctx: Ctx, engine: CollectionsEngine): Promise<{ added: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('messagetemplates.starters'), ${ctx.site.id % 2_147_483_647}::int)`.execute(
    ctx.db,
  )
  const { rows } = await sql`select from messagetemplates limit 1`.execute(ctx.db)
  if (rows.length) return { added: 0 }
  const added = await engine.recordsOf('messagetemplates').create(
    ctx,
    STARTERS.map((starter) => ({ ...starter })),
  )
  return { added: added.length }
}
