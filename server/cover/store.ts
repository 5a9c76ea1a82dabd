import { sql } from 'kysely'
import { personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { type CoverState, OPEN_STATES } from './contract.ts'
import { type Ending, type Ladder, type SearchedShift, wakingTime } from './rules.ts'

/** A search with its shift, both locked. */
export type LockedSearch = {
  id: number
  state: CoverState
  /** Who paused it; null unless it is paused. */
  paused_by: number | null
  rung: number
  next_rung_at: Date | null
  seed: number
  shift: number
  event: number
  /** Whose shift it is that cover is sought for; null for an open shift. */
  wanted: number | null
  covered_by: number | null
  /** When the shift began that people were asked about; null where that is not known. */
  sought_start: Date | null
  stands: SearchedShift
  /** Whether its shift has changed so that a screen can still undo it. */
  unsettled: boolean
}

export const isOpen = ({ state }: { state: CoverState }): boolean => OPEN_STATES.some((open) => open === state)

export const ladderOf = ({ site }: Pick<Ctx, 'site'>, start: Date): Ladder => ({
  start,
  zone: site.timezone,
  quiet: site,
  rungs: site.cover_rungs,
})

/** What draws the order of people who are alike in everything else: the same for a shift, whenever it is asked for. */
export const seedOf = (shift: number): number => shift % 2_147_483_648

/** SQL: whether a shift is not any more what a search asked people about. The rows of the shift and its event are `s` and `e`; that of the search is `c`. */
export const MOVED = '(not core.is_as_sought(c, s, coalesce(s.location, e.location)))'

/** The columns of a new search for a shift, whose first people are asked as soon as it is not night. */
export function newSearch(ctx: Ctx, shift: { id: number; person: number | null; start: Date }) {
  const now = ctx.clock.now()
  // A search that an undo may still take back asks nobody before.
  const settled = new Date(now.getTime() + (ctx.notices?.wait_ms ?? 0))
  return {
    person: shift.person,
    state: 'searching' as const,
    rung: 0,
    next_rung_at: wakingTime(settled, ladderOf(ctx, shift.start)).toISOString(),
    seed: seedOf(shift.id),
    started_by: personOf(ctx.actor),
    started_at: now.toISOString(),
    moved_at: now.toISOString(),
  }
}

/**
 * Locks the shift of a search and then the search, in the order of every command here.
 * @throws DomainError 'not_found'.
 */
export async function lockSearch({ db, clock }: Pick<Ctx, 'db' | 'clock'>, id: number): Promise<LockedSearch> {
  const { rows: shifts } = await sql`
    select s.id from shifts s where s.id = (select shift from covers where id = ${id}) for update`.execute(db)
  if (!shifts.length) throw notFound('This search does not exist.')
  const { rows } = await sql<Omit<LockedSearch, 'stands'> & SearchedShift & { holder: number | null }>`
    select c.id, c.state, c.paused_by, c.rung, c.next_rung_at, c.seed, c.shift, s.event, c.person as wanted, c.covered_by, s.person as holder, s.start,
      s.actual_start is not null as began, s.draft is not null as published, (e.archived or e.decision is not distinct from 'off') as called_off, s.answer,
      ${sql.raw(MOVED)} as moved, c.sought_start, core.is_unsettled(c.site_id, c.shift, ${clock.now()}) as unsettled
    from covers c join shift_facts s on s.id = c.shift join events e on e.id = s.event where c.id = ${id} for update of c`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw notFound('This search does not exist.')
  const { holder, start, began, published, called_off, answer, moved, ...search } = row
  return { ...search, stands: { person: holder, start, began, published, called_off, answer, moved } }
}

/** Ends a search that nobody covers the shift by. Where it may go on, it remembers that it is paused. */
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

/** Records that the people whose shifts these searches are for seek cover, where nobody has said so yet. */
export async function seekCover(ctx: Ctx, searches: readonly number[]): Promise<void> {
  await sql`
    with seeking as (
    insert into answers (shift, person, answer, given_by, via, at)
    select distinct s.id, s.person, 'seeking_cover', ${personOf(ctx.actor)}::bigint, 'screen', ${ctx.clock.now()}::timestamptz
    from covers c join shift_facts s on s.id = c.shift
    where c.id = any (${searches}::bigint[]) and s.person is not null and s.answer <> 'seeking_cover' returning shift)
    update shifts set sequence = sequence + 1 where id in (select shift from seeking)`.execute(ctx.db)
}

/** Who was told that nobody else is asked by a search, until when, and has not answered; null for nobody. */
export async function promiseOf(db: SiteDb, cover: number, now: Date): Promise<{ name: string; until: Date } | null> {
  const { rows } = await sql<{ name: string; until: Date }>`
    select p.name, a.alone_until as until from coverasks a join people p on p.id = a.person
    where a.cover = ${cover} and a.answer is null and a.alone_until > ${now} order by a.alone_until desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}
