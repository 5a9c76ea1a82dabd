import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import type { Merging } from '#server/engine/collections/merging.ts'
import { declared, type Renaming } from '#server/engine/features.ts'

/**
 * Merges two records of a list, also in features that refer to them without a key.
 * @throws DomainError as the engine's merge.
 */
export async function mergeListed(ctx: Ctx, engine: CollectionsEngine, renaming: Renaming): Promise<Merging> {
  const { collection, id, into } = renaming
  const counts: Record<string, number> = {}
  for (const onMerge of declared().onMerge) Object.assign(counts, await onMerge(ctx, renaming, engine.declarations))
  for (const named of declared().keyless.get(collection) ?? []) {
    const [table = '', column = ''] = named.split('.')
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${id}`.execute(
      ctx.db,
    )
  }
  const { moved } = await engine.merge(ctx, collection, id, into)
  const named = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  return { into, moved: { ...moved, ...named } }
}
