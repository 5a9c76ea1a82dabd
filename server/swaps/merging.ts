import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Renaming } from '#server/engine/features.ts'
import { lockSwaps } from './store.ts'

export async function renameInSwaps(ctx: Ctx, { collection, id, into }: Renaming): Promise<Record<string, number>> {
  if (!['assignments', 'locations', 'roles'].includes(collection)) return {}
  await lockSwaps(ctx)
  if (collection !== 'assignments') return {}
  const { rows } = await sql`
    update swaps w set wants = jsonb_set(w.wants, '{assignments}', (
      select jsonb_agg(assignment order by place) from (
        select case when value = ${id} then ${into}::bigint else value end as assignment, min(place) as place
        from rows from (jsonb_array_elements_text(w.wants -> 'assignments')) with ordinality as t (text, place), lateral (select text::bigint as value) v
        group by 1) m))
    where w.state in ('proposed', 'offered') and w.wants -> 'assignments' @> to_jsonb(${id}::bigint) returning w.id`.execute(
    ctx.db,
  )
  return { swaps: rows.length }
}
