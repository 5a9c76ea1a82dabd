import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { lockSwaps } from './store.ts'

/** Which column of a part says what its shift was when people were asked. */
const AS_ASKED: Record<string, string> = {
  assignments: 'given_assignment',
  locations: 'given_location',
  roles: 'given_role',
}

/**
 * Replaces a merged record in what open offers take and in what people are asked about.
 * @returns how many offers name the remaining record now.
 */
export async function renameInSwaps(
  ctx: Ctx,
  { collection, id, into }: { collection: string; id: number; into: number },
): Promise<number> {
  const column = AS_ASKED[collection]
  if (!column) return 0
  await lockSwaps(ctx)
  await sql`update swap_parts set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${id}`.execute(ctx.db)
  if (collection !== 'assignments') return 0
  const { rows } = await sql`
    update swaps w set wants = jsonb_set(w.wants, '{assignments}', (
      select jsonb_agg(assignment order by place) from (
        select case when value = ${id} then ${into}::bigint else value end as assignment, min(place) as place
        from rows from (jsonb_array_elements_text(w.wants -> 'assignments')) with ordinality as t (text, place), lateral (select text::bigint as value) v
        group by 1) m))
    where w.state in ('proposed', 'offered') and w.wants -> 'assignments' @> to_jsonb(${id}::bigint) returning w.id`.execute(
    ctx.db,
  )
  return rows.length
}
