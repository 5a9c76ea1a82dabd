import { type RawBuilder, sql } from 'kysely'
import { hasVisibleChange } from '#server/deliveries/difference.ts'
import { shiftFacts } from '#server/deliveries/shift-facts.ts'
import { listTold, readToldOff, type Told } from '#server/deliveries/told.ts'
import { namedIn } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { eventNameSql, isOffSql } from '#server/shift-facts/event-sql.ts'
import { assignmentNeeds, presentCount } from './assignments-sql.ts'
import type { CallOff } from './contract.ts'
import type { AssignmentNeed, Need } from './rules.ts'

const MAX_AFFECTED = 2_000

export type ToldEvent = { id: number; name: string; start: Date; end: Date; decision: 'go' | 'off' | null }

export async function listEvents(db: SiteDb, ids: readonly number[]): Promise<ToldEvent[]> {
  const { rows } = await sql<ToldEvent>`
    select id, name, start, "end", decision from events where id = any (${[...ids]}::bigint[]) order by id`.execute(db)
  return rows
}

export type Affected = { event: number; person: number; name: string; on_shift: boolean }

/**
 * Lists people affected by calling events off: those on a published shift, else those with a request or a waiting-list
 * entry, by name.
 */
export async function listAffected(db: SiteDb, events: readonly number[]): Promise<Affected[]> {
  const ids = [...events]
  const { rows } = await sql<Affected>`
    select a.event, p.id as person, p.name, bool_or(a.on_shift) as on_shift from (
      select event, person, true as on_shift from shifts where event = any (${ids}::bigint[]) and person is not null and draft is not null
      union all
      select event, person, false from requests where event = any (${ids}::bigint[]) and declined_at is null
      union all
      select event, person, false from waiting where event = any (${ids}::bigint[])) a
    join people p on p.id = a.person and p.is_active and p.erased_at is null
    group by a.event, p.id, p.name order by p.name collate core.reading_order, p.id, a.event limit ${MAX_AFFECTED}`.execute(
    db,
  )
  return rows
}

type KnownOf = Told & { shift: number | null; person: number }

/** Lists what people were told of an event: their shifts, or, with `shift` null, that it is called off. */
export const listKnown = async (db: SiteDb, event: number): Promise<KnownOf[]> =>
  (await listTold<KnownOf>(db, { events: [event] })).filter(({ state }) => state !== 'not_theirs')

/** Change of a person's part in an event since they were told; `fewer`: some of their shifts are unchanged. */
export type Part = 'same' | 'changed' | 'fewer' | 'gone'

export async function partsIn(db: SiteDb, event: number, people: ReadonlySet<number>) {
  const held = [...(await shiftFacts(db, { events: [event] })).values()].filter(({ published }) => published)
  const known = await listKnown(db, event)
  const signedUp = new Set((await listAffected(db, [event])).map(({ person }) => person))
  const partOf = (person: number): Part => {
    const own = held.filter((shift) => shift.person === person)
    const knew = new Map(
      known.flatMap((one) => (one.person === person && one.shift !== null ? [[one.shift, one.facts]] : [])),
    )
    if (!own.length && (knew.size || !signedUp.has(person))) return 'gone'
    const asKnown = own.filter(({ id, ...facts }) => knew.has(id) && !hasVisibleChange(knew.get(id)!, facts))
    if (asKnown.length < own.length) return 'changed'
    return knew.size > own.length ? 'fewer' : 'same'
  }
  const isHeld = ({ shift, person }: KnownOf) => held.some((one) => one.id === shift && one.person === person)
  return {
    parts: new Map([...people].map((person) => [person, partOf(person)])),
    known: known.map((one) => ({ ...one, state: isHeld(one) ? ('theirs' as const) : ('not_theirs' as const) })),
  }
}

/** Reads when and by whom an event was called off, and how many people were told; null unless it is. */
export async function readCallOff(db: SiteDb, event: number): Promise<CallOff> {
  const { rows } = await sql<Pick<NonNullable<CallOff>, 'at' | 'by' | 'waiting'>>`
    select ${instantText('e.decided_at')} as at,
      (select p.name from audit a left join people p on p.site_id = a.site_id and p.id = ${namedIn('a')}
        where a.subject = 'events' and a.subject_id = e.id and a.action = 'events.decide' order by a.id desc limit 1) as by,
      (select count(distinct d.person)::int from deliveries d
        where d.event = e.id and d.shift is null and d.kind = 'event.called_off' and d.state = 'queued') as waiting
    from events e where e.id = ${event} and ${sql.raw(isOffSql('e'))}`.execute(db)
  if (!rows[0]) return null
  const told = [...(await readToldOff(db, event)).values()]
  return { ...rows[0], notified: told.filter((by) => by === 'message').length }
}

/** Figures for a decision: all shifts, those with a person who comes, minimums, and people notified of a calling-off. */
export type DecisionCounts = { filled: number; all: number; hear: number; assignments: AssignmentNeed[] }

/** Counts an event for a decision, including unpublished shifts. */
export async function countsOf(db: SiteDb, event: number): Promise<DecisionCounts> {
  const counts = sql<Omit<DecisionCounts, 'hear'>>`
    select c.filled, c.all, ${assignmentNeeds('e', false)} as assignments
    from events e cross join lateral (
      select ${presentCount('s')} as filled, count(*)::int as all from shifts s where s.site_id = e.site_id and s.event = e.id) c
    where e.id = ${event}`
  const [{ rows }, affected] = await Promise.all([counts.execute(db), listAffected(db, [event])])
  return { filled: 0, all: 0, assignments: [], ...rows[0], hear: affected.length }
}

/**
 * An event with a pending decision. Instants are UTC. `all` counts its shifts, `filled` those with a person who comes,
 * `hear` the people notified of a calling-off.
 */
export type EventToDecide = Need & {
  id: number
  name: string
  start: Date
  end: Date
  location: string | null
  decide_at: Date
  all: number
  hear: number
}

/** SQL: whether the event `e` lacks people and is still to be decided. */
export const AWAITS_DECISION = sql`e.decision is null and e.decide_at is not null and not e.archived and core.people_needed(e, false) > 0`

/** Reads a coming event that awaits a decision, for admins only; null for any other. */
export async function readToDecide(
  db: SiteDb,
  { event, now }: { event: number; now: Date },
): Promise<EventToDecide | null> {
  const { rows } = await sql<EventToDecide>`
    select e.id, e.name, e.start, e."end", l.name as location, e.minimum, e.decide_at, c.filled, c.all, ${assignmentNeeds('e', false)} as assignments,
      (select count(distinct a.person)::int from (
        select s.person from shifts s where s.site_id = e.site_id and s.event = e.id and s.person is not null and s.draft is not null
        union all select r.person from requests r where r.site_id = e.site_id and r.event = e.id and r.declined_at is null
        union all select w.person from waiting w where w.site_id = e.site_id and w.event = e.id) a) as hear
    from events e left join locations l on l.site_id = e.site_id and l.id = e.location
    cross join lateral (
      select count(*)::int as all, ${presentCount('s')} as filled from shifts s where s.site_id = e.site_id and s.event = e.id) c
    where e.id = ${event} and e.start > ${now} and ${AWAITS_DECISION}`.execute(db)
  return rows[0] ?? null
}

/** SQL: the rows of To do. Its facts are how many people an event has and how many it lacks. */
export const decisionsToDo = ({ clock }: Ctx): RawBuilder<unknown> => sql`
  select e.id, e.decide_at as at, null::bigint as person, '' as who, null::text as avatar, e.id as event, ${sql.raw(eventNameSql('e.name'))} as what, e.start,
    json_build_object('needed', core.people_needed(e, false), 'location', l.name) as facts
  from events e left join locations l on l.site_id = e.site_id and l.id = e.location
  where e.start > ${clock.now()} and ${AWAITS_DECISION}`
