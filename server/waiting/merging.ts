import { sql } from 'kysely'
import { withdrawRosterNotices } from '#server/deliveries/roster-notices.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Renaming } from '#server/engine/features.ts'
import { dropOffers, lockLists } from './store.ts'

/**
 * Merges a person's two entries at an event when their assignments are merged. Keeps the older entry with the offers of
 * both. Of two open offers, keeps the older entry's; the other shift is offered again.
 */
export async function mergeEntries(ctx: Ctx, { collection, id, into }: Renaming): Promise<Record<string, number>> {
  if (collection !== 'assignments') return {}
  const twice = sql`waiting a join waiting b on b.event = a.event and b.person = a.person and b.assignment = ${into} where a.assignment = ${id}`
  const { rows: events } = await sql<{ event: number }>`select distinct a.event from ${twice} order by a.event`.execute(
    ctx.db,
  )
  for (const { event } of events) await lockLists(ctx, event)
  if (!events.length) return {}
  const { rows: places } = await sql<{ older: number; newer: number }>`
    select least(a.id, b.id) as older, greatest(a.id, b.id) as newer from ${twice}`.execute(ctx.db)
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (older bigint, newer bigint)`
  const { rows: asked } = await sql<{ id: number }>`
    select n.id from ${pairs} join waitingoffers n on n.waiting = p.newer and n.ended is null
    where exists (select from waitingoffers o where o.waiting = p.older and o.ended is null)`.execute(ctx.db)
  for (const offer of asked) await withdrawRosterNotices(ctx.db, 'waiting.offered', offer.id)
  await dropOffers(
    ctx,
    asked.map((offer) => offer.id),
  )
  await sql`
    update waitingoffers n set waiting = p.older from ${pairs}
    where n.waiting = p.newer and not exists (select from waitingoffers o where o.waiting = p.older and o.shift = n.shift)`.execute(
    ctx.db,
  )
  await sql`delete from waiting w using ${pairs} where w.id = p.newer`.execute(ctx.db)
  return {}
}
