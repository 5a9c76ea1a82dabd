import { sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import { mayAnswer, ownAnswerSql } from '#server/shift-facts/answer-states/shown.ts'
import { isLiveSql, isOffSql, isOnSql } from '#server/shift-facts/event-sql.ts'
import { outsideSql, personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { unfitAt } from '#server/suitability/missing/queries.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'

/** Instants are UTC. */
export type OwnShift = {
  id: number
  event: number
  event_name: string
  start: Date
  end: Date
  role: string | null
  assignment: string | null
  location: string | null
  address: string | null
  crew: string[]
  called_off: boolean
  /** The person has signed in, or it has begun by their times. */
  began: boolean
  outside: boolean
  /** Where the site asks no one, `confirmed` until the person says otherwise. */
  answer: ShiftAnswer | null
  /** Can be answered or changed: not begun, and its event neither called off nor archived. */
  may_answer: boolean
  nudged: boolean
  /** What the person misses for it; null for nothing. */
  unfit: Unfit | null
}

const [ownStart, ownEnd] = [sql.raw(personStartSql('s')), sql.raw(personEndSql('s'))]

/**
 * Lists the person's published shifts that have not ended, by start. `crew` names up to six others on the event at the
 * same time.
 */
export async function listUpcomingShifts(
  db: SiteDb,
  { person, now, limit = 50 }: { person: number; now: Date; limit?: number },
): Promise<OwnShift[]> {
  const { rows } = await sql<OwnShift>`
    select s.id, s.event, e.name as event_name, ${ownStart} as start, ${ownEnd} as "end", r.name as role, a.name as assignment,
      coalesce(l.name, el.name) as location, coalesce(l.address, el.address) as address,
      coalesce((
        select json_agg(c.name order by c.name collate core.reading_order) from (
          select distinct p.name from shifts o join people p on p.site_id = o.site_id and p.id = o.person
          where o.site_id = s.site_id and o.event = s.event and o.draft is not null and o.person <> s.person
            and ${sql.raw(personStartSql('o'))} < ${ownEnd} and ${sql.raw(personEndSql('o'))} > ${ownStart} limit 6) c), '[]') as crew,
      ${sql.raw(isOffSql('e'))} as called_off, s.actual_start is not null or ${ownStart} <= ${now} as began, ${sql.raw(outsideSql('s', 'e'))} as outside, ${sql.raw(ownAnswerSql('s', 't.ask_answers'))} as answer, ${mayAnswer('s', now, isLiveSql('e'))} as may_answer, s.nudged,
      ${unfitAt('s', now)} as unfit
    from shift_facts s
    join sites t on t.id = s.site_id
    join events e on e.site_id = s.site_id and e.id = s.event
    left join roles r on r.site_id = s.site_id and r.id = s.role
    left join assignments a on a.site_id = s.site_id and a.id = s.assignment
    left join locations l on l.site_id = s.site_id and l.id = s.location
    left join locations el on el.site_id = e.site_id and el.id = e.location
    where s.person = ${person} and s.draft is not null and ${ownEnd} > ${now} and s.actual_end is null
    order by ${ownStart}, s.id limit ${limit}`.execute(db)
  return rows
}

export type UpcomingEntry = {
  kind: 'event' | 'series'
  id: number
  name: string
  start: Date
  end: Date
  detail: string | null
  location: string | null
  /** Whether a series is one span of days; its times are then those of no single event. */
  consecutive: boolean
  /** Counts of all and of open shifts; null except for admins. */
  shifts: number | null
  empty: number | null
  mine: boolean
  /** The reader has a pending request for it. */
  requested: boolean
  called_off: boolean
}

/**
 * Lists up to five events and series that have not ended, by start. A series replaces its events: a consecutive one
 * spans them, any other is shown at its next event, with the reader's part in that. Events that are called off count
 * only where all of a series are.
 */
export async function listUpcomingEvents(
  db: SiteDb,
  { person, now, admin }: { person: number; now: Date; admin: boolean },
): Promise<UpcomingEntry[]> {
  const { rows } = await sql<UpcomingEntry>`
    with next_events as (
      select e.* from events e left join series se on se.site_id = e.site_id and se.id = e.series
      where e."end" > ${now} and not e.archived and (se.id is null or (se.archived and not se.consecutive))
      order by e.start, e.id limit 5),
    next_series as (
      select se.id, se.name, se.consecutive, n.id as next, c.off, case when se.consecutive then w.start else n.start end as start,
        case when se.consecutive then w."end" else n."end" end as "end", w.events
      from (
        select e.site_id, e.series, bool_and(${sql.raw(isOffSql('e'))}) as off,
          (array_agg(e.id order by ${sql.raw(isOffSql('e'))}, e.start, e.id))[1] as next from events e
        where e."end" > ${now} and not e.archived and e.series is not null group by e.site_id, e.series) c
      join series se on se.site_id = c.site_id and se.id = c.series and not se.archived
      join events n on n.site_id = c.site_id and n.id = c.next
      cross join lateral (
        select min(e.start) as start, max(e."end") as "end", count(*) as events from events e
        where e.site_id = c.site_id and e.series = c.series and not e.archived and (se.consecutive or e."end" > ${now})
          and (c.off or ${sql.raw(isOnSql('e'))})) w
      order by start, se.id limit 5)
    select 'event' as kind, e.id, e.name, e.start, e."end", t.name as detail, l.name as location, false as consecutive,
      c.shifts, c.empty,
      exists (select from shifts s where s.site_id = e.site_id and s.event = e.id and s.person = ${person} and s.draft is not null) as mine,
      exists (select from requests r where r.site_id = e.site_id and r.event = e.id and r.person = ${person} and r.declined_at is null) as requested,
      ${sql.raw(isOffSql('e'))} as called_off
    from next_events e
    left join eventtypes t on t.site_id = e.site_id and t.id = e.eventtype
    left join locations l on l.site_id = e.site_id and l.id = e.location
    left join lateral (select count(*) as shifts, count(*) filter (where s.person is null) as empty
      from shifts s where s.site_id = e.site_id and s.event = e.id) c on ${admin}::boolean
    union all
    select 'series', n.id, n.name, n.start, n."end",
      case when n.events = 1 then '1 event' else n.events || ' events' end || case when n.consecutive then '' else ' to come' end, null, n.consecutive,
      c.shifts, c.empty,
      exists (select from shifts s join events e on e.site_id = s.site_id and e.id = s.event where e.series = n.id and (n.consecutive or e.id = n.next) and not e.archived and s.person = ${person} and s.draft is not null),
      exists (select from requests r join events e on e.site_id = r.site_id and e.id = r.event where e.series = n.id and (n.consecutive and e."end" > ${now} or e.id = n.next) and not e.archived and r.person = ${person} and r.declined_at is null), n.off
    from next_series n
    left join lateral (select count(*) as shifts, count(*) filter (where s.person is null) as empty
      from shifts s join events e on e.site_id = s.site_id and e.id = s.event where e.series = n.id and (n.consecutive or e."end" > ${now}) and not e.archived
        and (n.off or ${sql.raw(isOnSql('e'))})) c on ${admin}::boolean
    order by start, kind, id limit 5`.execute(db)
  return rows
}

/** `start` is ISO. `planned_at`: when some of its shifts will be published, or null. */
export type UnpublishedEvent = {
  id: number
  name: string
  start: string
  unpublished: number
  planned_at: string | null
}

/**
 * Soonest first. `count` includes all coming events, `rows` only the first; `past`: events that are over with
 * unpublished shifts.
 */
export type UnpublishedEvents = { count: number; past: number; rows: UnpublishedEvent[] }

/** `shifts` lie outside the event and ahead; `first` is when the first of them starts. Instants are ISO. */
export type EventWithOutside = { id: number; name: string; start: string; shifts: number[]; first: string }

/** Events that a coordinator has to look at; those with shifts outside them by the first of these. */
export type FaultyEvents = { unpublished: UnpublishedEvents; outside: EventWithOutside[] }

/** For admins only. @param limit maximum rows of unpublished events. */
export async function readFaultyEvents(
  db: SiteDb,
  { now, limit }: { now: Date; limit: number },
): Promise<FaultyEvents> {
  const { rows } = await sql<FaultyEvents>`
    with unpublished as (
      select e.site_id, e.id, e.name, e.start, count(*)::int as unpublished, array_agg(s.id) as shifts
      from events e join shifts s on s.site_id = e.site_id and s.event = e.id
      where s.draft is null and e."end" > ${now} and not e.archived group by e.site_id, e.id, e.name, e.start),
    shown as (
      select u.id, u.name, ${instantText('u.start')} as start, u.unpublished,
        (select ${instantText('min(p.due_at)')} from publications p where p.site_id = u.site_id and p.state = 'planned' and p.shifts && u.shifts) as planned_at
      from unpublished u order by u.start, u.id limit ${limit}),
    past as (
      select count(*)::int as count from events e where e."end" <= ${now} and not e.archived
        and exists (select from shifts s where s.site_id = e.site_id and s.event = e.id and s.draft is null)),
    outside as (
      select e.id, e.name, ${instantText('e.start')} as start, json_agg(s.id order by s.start, s.id) as shifts, ${instantText('min(s.start)')} as first
      from shifts s join events e on e.site_id = s.site_id and e.id = s.event
      where s."end" > ${now} and ${sql.raw(outsideSql('s', 'e'))} and ${sql.raw(isLiveSql('e'))}
      group by e.id, e.name, e.start order by min(s.start), e.id)
    select json_build_object('count', (select count(*) from unpublished), 'past', (select count from past),
        'rows', coalesce((select json_agg(shown) from shown), '[]')) as unpublished,
      coalesce((select json_agg(outside) from outside), '[]') as outside`.execute(db)
  return rows[0]!
}
