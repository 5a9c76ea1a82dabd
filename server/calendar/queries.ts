import { sql } from 'kysely'
import type { SiteDb } from '#server/tenancy/with-site.ts'
import type { CalendarAnswer, CalendarEvent, CalendarRequest, CalendarSeries, CalendarShift } from './contract.ts'
import type { Window } from './month/rules.ts'

/** `merge` false shows the events of a consecutive series one by one, as the day view does. */
type Reader = { person: number; admin: boolean; organisation: string; merge?: boolean }

type Found = {
  events: CalendarEvent[]
  series: CalendarSeries[]
  shifts: (CalendarShift & { of_series: number | null })[]
  requests: (CalendarRequest & { of_series: number | null })[]
  availability: CalendarAnswer['results']['availability'][string][]
  names: Record<'series' | 'eventtypes' | 'locations' | 'assignments' | 'roles', { id: number; name: string }[]>
}

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/**
 * The calendar of a window as one person sees it, in one statement whatever it holds: events that overlap it, consecutive
 * series as one entry each with their own events left out (specification §2.4), the person's published shifts, requests
 * and availability. `empty` counts shifts without a person and is for admins.
 */
export async function readCalendar(db: SiteDb, { from, to }: Window, reader: Reader): Promise<CalendarAnswer> {
  const { person, admin, organisation, merge = true } = reader
  const { rows } = await sql<{ found: Found }>`
    with shown as materialized (
      select e.*, case when se.consecutive and ${merge} then se.id end as of_series
      from events e left join series se on se.site_id = e.site_id and se.id = e.series
      where e.start < ${to} and (e."end" > ${from} or e.start >= ${from}) and not e.archived),
    single as materialized (select * from shown where of_series is null),
    merged as materialized (
      select se.id, se.name, se.consecutive, min(e.start) as start, max(e."end") as "end", count(*) as events
      from series se join events e on e.site_id = se.site_id and e.series = se.id
      where se.consecutive and ${merge} and not e.archived
      group by se.site_id, se.id, se.name, se.consecutive
      having min(e.start) < ${to} and max(e."end") > ${from}),
    own as materialized (
      select s.*, case when se.consecutive and ${merge} then se.id end as of_series
      from shifts s join events e on e.site_id = s.site_id and e.id = s.event
      left join series se on se.site_id = e.site_id and se.id = e.series
      where s.person = ${person} and s.draft is not null
        and (s.start < ${to} and s."end" > ${from} or s.event in (select id from single) or e.series in (select id from merged))),
    asked as materialized (
      select r.*, case when se.consecutive and ${merge} then se.id end as of_series,
        r.declined_at is not null or exists (select from shifts s where s.site_id = r.site_id and s.event = r.event and s.person = r.person and s.draft is not null) as actioned
      from requests r join events e on e.site_id = r.site_id and e.id = r.event
      left join series se on se.site_id = e.site_id and se.id = e.series
      where r.person = ${person} and (r.event in (select id from single) or e.series in (select id from merged)))
    select json_build_object(
      'events', (select coalesce(json_agg(x), '[]') from (
        select e.id, e.name, e.series, e.eventtype, ${iso('e.start')} as start, ${iso('e."end"')} as "end", e.location,
          coalesce(e.color, t.color) as color, false as external, e.event_url, ${organisation}::text as organisation,
          case when ${admin} then (select count(*) from shifts s where s.site_id = e.site_id and s.event = e.id and s.person is null) end as empty
        from single e left join eventtypes t on t.site_id = e.site_id and t.id = e.eventtype order by e.start, e.id) x),
      'series', (select coalesce(json_agg(x), '[]') from (
        select m.id, m.name, m.consecutive, ${iso('m.start')} as start, ${iso('m."end"')} as "end", m.events,
          case when ${admin} then (select count(*) from shifts s join events e on e.site_id = s.site_id and e.id = s.event
            where e.series = m.id and not e.archived and s.person is null) end as empty
        from merged m order by m.start, m.id) x),
      'shifts', (select coalesce(json_agg(x), '[]') from (
        select id, event, person, role, assignment, location, ${iso('start')} as start, ${iso('"end"')} as "end", ${iso('draft')} as draft, of_series from own) x),
      'requests', (select coalesce(json_agg(x), '[]') from (select id, event, person, comments, actioned, of_series from asked) x),
      'availability', (select coalesce(json_agg(x), '[]') from (
        select id, person, date, ${iso('start')} as start, ${iso('"end"')} as "end", available from availability
        where person = ${person} and start < ${to} and "end" >= ${from}) x),
      'names', json_build_object(
        'series', (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from series where id in (select series from single)),
        'eventtypes', (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from eventtypes where id in (select eventtype from single)),
        'locations', (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from locations
          where id in (select location from single union select location from own)),
        'assignments', (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from assignments where id in (select assignment from own)),
        'roles', (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from roles where id in (select role from own)))
    ) as found`.execute(db)
  return answerOf(rows[0]!.found, { from, to })
}

const byId = <T extends { id: number }>(rows: readonly T[]): Record<string, T> =>
  Object.fromEntries(rows.map((row) => [row.id, row]))

const without = <T extends { of_series: unknown }>({ of_series: _of_series, ...row }: T) => row

function answerOf(found: Found, { from, to }: Window): CalendarAnswer {
  const own = marksOf(found.shifts)
  const asked = marksOf(found.requests.filter((request) => !request.actioned))
  const entry = (kind: 'event' | 'series') => (row: { id: number; start: string }) => ({
    start: row.start,
    entry: { kind, id: row.id, mine: own[kind].has(row.id), requested: asked[kind].has(row.id) },
  })
  const entries = [...found.series.map(entry('series')), ...found.events.map(entry('event'))]
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
    .map((row) => row.entry)
  return {
    start: from.toISOString(),
    end: to.toISOString(),
    count: entries.length,
    entries,
    order: found.events.map((event) => event.id),
    results: {
      events: byId(found.events),
      series: { ...byId(found.names.series), ...byId(found.series) },
      shifts: byId(found.shifts.map(without)),
      requests: byId(found.requests.map(without)),
      availability: byId(found.availability),
      eventtypes: byId(found.names.eventtypes),
      locations: byId(found.names.locations),
      assignments: byId(found.names.assignments),
      roles: byId(found.names.roles),
    },
  }
}

const marksOf = (rows: readonly { event: number; of_series: number | null }[]) => ({
  event: new Set(rows.map((row) => row.event)),
  series: new Set(rows.flatMap((row) => row.of_series ?? [])),
})
