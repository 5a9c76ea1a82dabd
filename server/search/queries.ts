import { sql } from 'kysely'
import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Found } from './contract.ts'

/** The most that is shown of one kind. */
const FEW = 6

/**
 * What of the site is called like `text`: people for admins only (those who left or wait for approval last), events (the nearest to now first), series. One statement;
 * an empty text finds nothing.
 */
export async function findByName(ctx: Pick<Ctx, 'db' | 'actor' | 'clock'>, text: string): Promise<Found[]> {
  const wanted = text.trim()
  if (wanted === '') return []
  const now = ctx.clock.now()
  const admin = standingOf(ctx.actor) === 'admin'
  const named = (column: string) =>
    sql<boolean>`position((select core.folded(${wanted})) in core.folded(${sql.ref(column)})) > 0`
  const begins = (column: string) =>
    sql`position((select core.folded(${wanted})) in core.folded(${sql.ref(column)})) = 1`
  const { rows } = await sql<Found>`
    (select 'people' as kind, id, name as label, email as note, null::timestamptz as at from people
     where ${admin} and (${named('name')} or ${named('email')})
     order by is_active desc, ${begins('name')} desc, name_lower, id limit ${FEW})
    union all
    (select 'events', id, name, null, start from events where not archived and ${named('name')}
     order by "end" >= ${now} desc, abs(extract(epoch from start - ${now})), id limit ${FEW})
    union all
    (select 'series', id, name, null, null from series where ${named('name')}
     order by ${begins('name')} desc, lower(name) collate core.reading_order, id limit ${FEW})`.execute(ctx.db)
  return rows
}
