import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { isOffSql, isOnSql } from '#server/shift-facts/event-sql.ts'

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
