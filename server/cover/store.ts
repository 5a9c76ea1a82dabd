import { sql } from 'kysely'
import { wakingTime } from '#server/deliveries/due.ts'
import { markPromises } from '#server/deliveries/promises/end.ts'
import { tellByAct } from '#server/deliveries/told.ts'
import { ownActor, personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { type CoverState, OPEN_STATES } from './contract.ts'
import type { Ending, Ladder, SearchedShift } from './rules.ts'

export type LockedSearch = {
  id: number
  state: CoverState
  paused_by: number | null
  rung: number
  next_rung_at: Date | null
  seed: number
  shift: number
  event: number
  /** The person who needs cover; null for an open shift. */
  wanted: number | null
  covered_by: number | null
  /** The start stated in the requests; null if unknown. */
  sought_start: Date | null
  stands: SearchedShift
  /** Whether a change of its shift can still be undone. */
  unsettled: boolean
}

export const isOpen = ({ state }: { state: CoverState }): boolean => OPEN_STATES.some((open) => open === state)

export const ladderOf = ({ site }: Pick<Ctx, 'site'>, start: Date): Ladder => ({
  start,
  zone: site.timezone,
  quiet: site,
  rungs: site.cover_rungs,
})

/** Seed for ties in the order of candidates; constant per shift. */
export const seedOf = (shift: number): number => shift % 2_147_483_648

/** SQL: whether a shift differs from what people were asked about. Aliases: shift `s`, event `e`, search `c`. */
export const MOVED = '(not core.is_as_sought(c, s, coalesce(s.location, e.location)))'

/** Columns of a new search, whose first group is asked outside quiet hours. */
export function newSearch(ctx: Ctx, shift: { id: number; person: number | null; start: Date }) {
  const now = ctx.clock.now()
  // No requests before the undo window ends.
  const settled = new Date(now.getTime() + (ctx.notices?.wait_ms ?? 0))
  return {
    person: shift.person,
    state: 'searching' as const,
    rung: 0,
    next_rung_at: wakingTime(settled, ladderOf(ctx, shift.start)).toISOString(),
    seed: seedOf(shift.id),
    started_by: ownActor(ctx.actor),
    started_at: now.toISOString(),
    moved_at: now.toISOString(),
  }
}

/**
 * Locks the shift, then the search, as all commands here do.
 * @throws DomainError 'not_found'.
 */
export async function lockSearch({ db, clock }: Pick<Ctx, 'db' | 'clock'>, id: number): Promise<LockedSearch> {
  const { rows: shifts } = await sql`
    select s.id from shifts s where s.id = (select shift from covers where id = ${id}) for update`.execute(db)
  if (!shifts.length) throw notFound('This search does not exist.')
  const { rows } = await sql<Omit<LockedSearch, 'stands'> & SearchedShift & { holder: number | null }>`
    select c.id, c.state, c.paused_by, c.rung, c.next_rung_at, c.seed, c.shift, s.event, c.person as wanted, c.covered_by, s.person as holder, s.start,
      s.has_begun as began, s.is_published as published, not s.is_live as called_off, s.answer,
      ${sql.raw(MOVED)} as moved, c.sought_start, core.is_unsettled(c.site_id, c.shift, ${clock.now()}) as unsettled
    from covers c join shift_facts s on s.id = c.shift join events e on e.id = s.event where c.id = ${id} for update of c`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw notFound('This search does not exist.')
  const { holder, start, began, published, called_off, answer, moved, ...search } = row
  return { ...search, stands: { person: holder, start, began, published, called_off, answer, moved } }
}

/** Ends a search without cover; one that may resume keeps its pause. */
export const endSearch = (
  ctx: Pick<Ctx, 'db' | 'clock'>,
  id: number,
  ended: Exclude<Ending, 'yes'>,
): Promise<unknown> =>
  sql`update covers set state = ${ended === 'nobody_left' ? 'exhausted' : 'stopped'}, next_rung_at = null, ended = ${ended},
    paused_by = case when state = 'paused' and ${ended !== 'stopped' && ended !== 'nobody_left'} then paused_by end,
    ended_at = ${ctx.clock.now()}, moved_at = ${ctx.clock.now()}, updated_at = clock_timestamp() where id = ${id}`.execute(
    ctx.db,
  )

/**
 * Marks the person of a search as seeking cover, unless they are already. They know of their shift by that, as with any
 * answer: a coordinator has heard from them.
 */
export async function seekCover(ctx: Ctx, search: number): Promise<void> {
  const me = personOf(ctx.actor)
  const { rows } = await sql<{ shift: number; person: number }>`
    with seeking as (
      insert into answers (shift, person, answer, given_by, via, at)
      select s.id, s.person, 'seeking_cover', ${me}::bigint, 'screen', ${ctx.clock.now()}::timestamptz
      from covers c join shift_facts s on s.id = c.shift
      where c.id = ${search} and s.person is not null and s.answer <> 'seeking_cover' returning shift, person),
    raised as (update shifts set sequence = sequence + 1 where id in (select shift from seeking))
    select shift, person from seeking`.execute(ctx.db)
  for (const { shift } of rows) await markPromises(ctx.db, shift)
  await tellByAct(
    ctx,
    rows.map((pair) => ({ ...pair, state: 'theirs' })),
    rows[0]?.person === me ? 'answer' : 'hand',
  )
}

/** Reads the unanswered exclusive offer of a search and its end; null without one. */
export async function promiseOf(db: SiteDb, cover: number, now: Date): Promise<{ name: string; until: Date } | null> {
  const { rows } = await sql<{ name: string; until: Date }>`
    select p.name, a.alone_until as until from coverasks a join people p on p.id = a.person
    where a.cover = ${cover} and a.answer is null and a.alone_until > ${now} order by a.alone_until desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}
