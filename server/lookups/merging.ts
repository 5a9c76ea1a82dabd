import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Declaration } from '#server/engine/collections/define.ts'
import type { Renaming } from '#server/engine/features.ts'
import { queryAfterMerge, type ReferringFields } from './query-after-merge.ts'

/** As much as a saved view holds. */
const MAX_QUERY = 4000

export async function renameInViews(
  { db, clock }: Ctx,
  { collection, id, into }: Renaming,
  declarations: readonly Declaration[],
): Promise<Record<string, number>> {
  const referring = (of: typeof declarations): ReferringFields =>
    new Set(
      of.flatMap(({ contract }) =>
        Object.entries(contract.fields).flatMap(([name, { to }]) => (to === collection ? [name] : [])),
      ),
    )
  const anywhere = referring(declarations)
  const byList = new Map(declarations.map((one) => [one.contract.name, referring([one])]))
  const views = await db
    .selectFrom('savedviews')
    .select(['id', 'collection', 'query'])
    .where('query', 'like', `%${id}%`)
    .forUpdate()
    .execute()
  const changed = views.flatMap((view) => {
    // In a list with its own name, fields may be of any collection: a field's name means the same in all.
    const query = queryAfterMerge(view.query, byList.get(view.collection) ?? anywhere, id, into)
    return query === view.query || query.length > MAX_QUERY ? [] : [{ id: view.id, query }]
  })
  if (changed.length)
    await sql`update savedviews v set query = c.query, updated_at = ${clock.now()}
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (id bigint, query text) where v.id = c.id`.execute(
      db,
    )
  return { savedviews: changed.length }
}
