import { type Kysely, sql } from 'kysely'
import { OPEN_STATES } from '#server/cover/contract.ts'
import { wakingTime } from '#server/deliveries/due.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { isLiveSql } from '#server/shift-facts/event-sql.ts'

type Sought = { shift: number; start: Date; timezone: string; quiet_start: string; quiet_end: string }

/** Lists a person's published coming shifts, of events that take place. */
export async function publishedAhead(
  db: Kysely<DB>,
  { site, person, now }: { site: number; person: number; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from core.shifts s join core.events e on e.site_id = s.site_id and e.id = s.event
    where s.site_id = ${site} and s.person = ${person} and s.draft is not null and s.start > ${now} and s.actual_start is null
      and ${sql.raw(isLiveSql('e'))} order by s.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Starts a search for each of these shifts that is open; at night it waits for the morning. A running search continues.
 * @returns how many are sought.
 */
export async function seekForErased(
  db: Kysely<DB>,
  { site, shifts, now }: { site: number; shifts: readonly number[]; now: Date },
): Promise<number> {
  if (!shifts.length) return 0
  const { rows: open } = await sql<Sought>`
    select s.id as shift, s.start, t.timezone, t.quiet_start, t.quiet_end from core.shifts s join core.sites t on t.id = s.site_id
    where s.site_id = ${site} and s.id = any (${[...shifts]}::bigint[]) and s.person is null order by s.id`.execute(db)
  await sql`update core.covers set person = null, updated_at = clock_timestamp()
    where site_id = ${site} and shift = any (${open.map(({ shift }) => shift)}::bigint[]) and state = any (${[...OPEN_STATES]})`.execute(
    db,
  )
  const searches = open.map(({ shift, start, timezone, ...quiet }) => ({
    shift,
    next: wakingTime(now, { start, zone: timezone, quiet }).toISOString(),
  }))
  await sql`
    insert into core.covers (site_id, shift, state, rung, next_rung_at, seed, started_at, moved_at, sought_start, sought_end, sought_location, sought_assignment, sought_role)
    select s.site_id, s.id, 'searching', 0, n.next, s.id % 2147483648, ${now}, ${now}, s.start, s."end", coalesce(s.location, e.location), s.assignment, s.role
    from jsonb_to_recordset(${JSON.stringify(searches)}::jsonb) as n (shift bigint, next timestamptz)
    join core.shifts s on s.site_id = ${site} and s.id = n.shift join core.events e on e.site_id = s.site_id and e.id = s.event
    on conflict (site_id, shift) where state in ('searching', 'paused', 'exhausted') do nothing`.execute(db)
  return searches.length
}
