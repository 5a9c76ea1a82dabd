import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { SILENCE_HOURS, type SwapState, type SwapWants } from './contract.ts'

export type StoredSwap = {
  id: number
  person: number
  kind: 'hand_over' | 'swap' | 'offer'
  shift: number
  wants: SwapWants
  comments: string
  state: SwapState
  circle: number | null
}

export type StoredPart = { person: number; gives: number | null; gets: number | null; accepted: boolean | null }

export type StoredCircle = {
  id: number
  state: SwapState
  size: number
  ends_at: Date
  agreed_at: Date | null
  parts: StoredPart[]
}

export type Matter = { swap: StoredSwap; circle: StoredCircle | null }

/** Serialises changes to a site's swaps, so that no offer gets into two circles. */
export const lockSwaps = ({ db, site }: Pick<Ctx, 'db' | 'site'>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('swaps'), ${site.id % 2_147_483_647}::int)`.execute(db)

/**
 * Locks the site's swaps and reads one.
 * @throws DomainError 'not_found'.
 */
export async function lockSwap(ctx: Ctx, id: number): Promise<Matter> {
  await lockSwaps(ctx)
  const { rows } = await sql<StoredSwap>`
    select id, person, kind, shift, wants, comments, state, circle from swaps where id = ${id}`.execute(ctx.db)
  const [swap] = rows
  if (!swap) throw notFound('This swap does not exist.')
  return { swap, circle: swap.circle === null ? null : ((await readCircles(ctx.db, [swap.circle]))[0] ?? null) }
}

export async function readCircles(db: SiteDb, ids: readonly number[]): Promise<StoredCircle[]> {
  const { rows } = await sql<Omit<StoredCircle, 'parts'> & { parts: StoredPart[] | null }>`
    select c.id, c.state, c.size, c.ends_at, c.agreed_at,
      (select json_agg(json_build_object('person', p.person, 'gives', p.gives, 'gets', p.gets, 'accepted', p.accepted) order by p.position)
        from swap_parts p where p.circle = c.id) as parts
    from swap_circles c where c.id = any (${[...ids]}::bigint[]) order by c.id`.execute(db)
  return rows.map((row) => ({ ...row, parts: row.parts ?? [] }))
}

export async function firstStart(db: SiteDb, shifts: readonly number[]): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(start) as first from shifts where id = any (${[...shifts]}::bigint[])`.execute(db)
  return rows[0]?.first ?? null
}

export const shiftsOf = (parts: readonly StoredPart[]): number[] =>
  [...new Set(parts.flatMap(({ gives }) => gives ?? []))].sort((a, b) => a - b)

export type NewCircle = { swaps: readonly number[]; parts: readonly StoredPart[] }

/** Stores circles in this order. They expire after 48 hours or at the start of their first shift. */
export async function storeCircles(ctx: Ctx, circles: readonly NewCircle[]): Promise<StoredCircle[]> {
  const now = ctx.clock.now()
  const latest = new Date(now.getTime() + SILENCE_HOURS * 3_600_000)
  const sizes = circles.map(({ parts }, n) => ({ n, size: parts.length, shifts: shiftsOf(parts) }))
  const { rows } = await sql<{ id: number; ends_at: Date }>`
    insert into swap_circles (size, created_at, ends_at)
    select c.size, ${now}, least(${latest}::timestamptz, min(s.start))
    from jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb) as c (n integer, size integer, shifts bigint[])
    left join shifts s on s.id = any (c.shifts) group by c.n, c.size order by c.n
    returning id, ends_at`.execute(ctx.db)
  rows.sort((a, b) => a.id - b.id)
  const stored = circles.map(({ parts }, n): StoredCircle => {
    const { id, ends_at } = rows[n]!
    return { id, state: 'proposed', size: parts.length, ends_at, agreed_at: null, parts: [...parts] }
  })
  const parts = stored.flatMap(({ id, parts }) => parts.map((part, position) => ({ ...part, circle: id, position })))
  await sql`
    insert into swap_parts (circle, person, position, gives, gets, accepted, answered_at, given_start, given_end, given_location,
      given_assignment, given_role)
    select p.circle, p.person, position, gives, gets, accepted, case when accepted then ${now}::timestamptz end,
      s.start, s."end", coalesce(s.location, e.location), s.assignment, s.role
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      as p (circle bigint, person bigint, position integer, gives bigint, gets bigint, accepted boolean)
    left join shifts s on s.id = p.gives left join events e on e.id = s.event`.execute(ctx.db)
  const joined = stored.flatMap(({ id }, n) => circles[n]!.swaps.map((swap) => ({ swap, circle: id })))
  await sql`
    update swaps w set circle = j.circle, state = 'proposed'
    from jsonb_to_recordset(${JSON.stringify(joined)}::jsonb) as j (swap bigint, circle bigint) where w.id = j.swap`.execute(
    ctx.db,
  )
  return stored
}

type Ended = Exclude<SwapState, 'proposed' | 'offered'>

/**
 * Ends a circle and the swaps of these people; other offers stay open for new matches.
 * @param leaving people whose swaps end; default: all.
 */
export async function endCircle(
  ctx: Ctx,
  circle: StoredCircle,
  { state, by = null, leaving }: { state: Ended; by?: number | null; leaving?: readonly number[] },
): Promise<void> {
  const now = ctx.clock.now()
  await sql`update swap_circles set state = ${state}, ended_by = ${by}::bigint, ended_at = ${now} where id = ${circle.id}`.execute(
    ctx.db,
  )
  await sql`
    update swaps set state = ${state}, ended_at = ${now} where circle = ${circle.id} and state = 'proposed'
      and (kind <> 'offer' or ${leaving === undefined} or person = any (${[...(leaving ?? [])]}::bigint[]))`.execute(
    ctx.db,
  )
  await sql`update swaps set state = 'offered', circle = null where circle = ${circle.id} and state = 'proposed'`.execute(
    ctx.db,
  )
}
