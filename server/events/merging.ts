import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Renaming } from '#server/engine/features.ts'

/** Adds the minimums of two merged assignments together. */
export async function renameInMinimums(
  { db, clock }: Ctx,
  { collection, id, into }: Renaming,
): Promise<Record<string, number>> {
  if (collection !== 'assignments') return {}
  const { rows } = await sql`
    update events e set updated_at = ${clock.now()}, minimums = (
      select jsonb_agg(jsonb_build_object('assignment', m.assignment, 'minimum', least(m.minimum, 1000)) order by m.place) from (
        select case when n.assignment = ${id} then ${into}::bigint else n.assignment end as assignment, sum(n.minimum) as minimum, min(n.place) as place
        from rows from (jsonb_to_recordset(e.minimums) as (assignment bigint, minimum integer)) with ordinality as n (assignment, minimum, place)
        group by 1) m)
    where e.minimums @> ${JSON.stringify([{ assignment: id }])}::jsonb returning e.id`.execute(db)
  return { events: rows.length }
}
