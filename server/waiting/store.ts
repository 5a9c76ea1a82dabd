import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Offer } from './rules.ts'

/** Serialises changes to an event's waiting lists. */
export const lockLists = ({ db, site }: Pick<Ctx, 'db' | 'site'>, event: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('waiting ' || ${site.id}::text), ${event % 2_147_483_647}::int)`.execute(db)

/**
 * SQL: whether a shift has no person and is not held.
 * @param shift alias of its row.
 */
export const isOpen = (
  shift: string,
  now: Date,
): RawBuilder<boolean> => sql`(${sql.ref(`${shift}.person`)} is null and not exists (
  select from waitingoffers h where h.site_id = ${sql.ref(`${shift}.site_id`)} and h.shift = ${sql.ref(`${shift}.id`)} and h.ended is null and h.exclusive
    and h.hold_until > ${now}))`

/**
 * SQL: whether a shift still belongs to an entry's event and assignment.
 * @param shift, place aliases of their rows.
 */
export const isOfList = (shift: string, place: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${shift}.event`)} = ${sql.ref(`${place}.event`)} and ${sql.ref(`${shift}.assignment`)} is not distinct from ${sql.ref(`${place}.assignment`)})`

/**
 * SQL: whether a shift is unchanged since its offer.
 * @param offer, shift, event aliases of their rows.
 */
export const isAsOffered = (offer: string, shift: string, event: string): RawBuilder<boolean> =>
  sql`core.is_as_offered(${sql.ref(offer)}, ${sql.ref(shift)}, coalesce(${sql.ref(`${shift}.location`)}, ${sql.ref(`${event}.location`)}))`

/**
 * Stores an offer if its shift is open and not held.
 * @param by the coordinator; null for an automatic offer.
 * @returns its id, or null.
 */
export async function storeOffer(ctx: Ctx, offer: Offer, by: number | null = null): Promise<number | null> {
  const { rows: open } = await sql`
    select from shifts where id = ${offer.shift} and person is null and draft is not null for update`.execute(ctx.db)
  if (!open.length) return null
  const { rows } = await sql<{ id: number }>`
    insert into waitingoffers (waiting, shift, exclusive, hold_until, offered_at, offered_by, start, "end", location, role)
    select ${offer.waiting}, s.id, ${offer.exclusive}, ${offer.hold_until}, ${ctx.clock.now()}, ${by}::bigint, s.start, s."end", coalesce(s.location, e.location), s.role
    from shifts s join events e on e.id = s.event where s.id = ${offer.shift}
    on conflict do nothing returning id`.execute(ctx.db)
  return rows[0]?.id ?? null
}

export type OpenOffer = { id: number; waiting: number; shift: number; person: number; hold_until: Date }

/** Deletes unanswered offers of shifts that were taken; they are offered again if they open. */
export const dropOffers = (ctx: Ctx, ids: readonly number[]): Promise<unknown> =>
  sql`delete from waitingoffers where id = any (${[...ids]}::bigint[]) and ended is null`.execute(ctx.db)

export const endOffers = (ctx: Ctx, ids: readonly number[], ended: 'no' | 'expired'): Promise<unknown> =>
  sql`update waitingoffers set ended = ${ended}, ended_at = ${ctx.clock.now()} where id = any (${[...ids]}::bigint[]) and ended is null`.execute(
    ctx.db,
  )
