import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { SiteDb } from '#server/tenancy/with-site.ts'
import type { Grid, GridDuty, GridEvent, GridPlace, GridQuery } from './contract.ts'

/** More columns than this are no grid any more; the window can be moved instead. */
export const MOST_EVENTS = 80

type Args = { query: GridQuery; zone: string; now: Date }
type Row = GridPlace & {
  assignment_name: string | null
  role_name: string | null
  assignment_order: number | null
  role_order: number | null
}

/**
 * The events of a window with all their places, in one statement, however many they are. The window begins today unless the
 * query says otherwise; its days are those of `zone`.
 */
export async function getGrid(db: SiteDb, { query, zone, now }: Args): Promise<Grid> {
  const from = query.from
    ? Temporal.PlainDate.from(query.from)
    : Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const until = from.add({ days: query.days })
  const edge = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant().toString()
  const { type, role, person, show } = query
  const wanted = sql`(${show} = 'all'
    or ${show} = 'open' and s.person is null
    or ${show} = 'unpublished' and s.draft is null
    or ${show} = 'clashes' and s.clash is not null)`
  const { rows } = await sql<Omit<Grid, 'from' | 'until' | 'cut' | 'duties' | 'places'> & { places: Row[] }>`
    with window_events as materialized (
      select e.id, e.name, e.start, e."end", e.location, e.eventtype from events e
      where e.start < ${edge(until)}::timestamptz and e."end" > ${edge(from)}::timestamptz and not e.archived
        and (${type.length === 0} or e.eventtype = any (${type}::bigint[]))
      order by e.start, e.id limit ${MOST_EVENTS + 1}),
    rows_of as materialized (
      select s.id, s.event, s.person, p.name, s.assignment, s.role, s.location, s.start, s."end", s.draft,
        a.name as assignment_name, a."order" as assignment_order, r.name as role_name, r."order" as role_order,
        (select ev.name from shifts o join events ev on ev.site_id = o.site_id and ev.id = o.event
          where o.site_id = s.site_id and o.person = s.person and o.id <> s.id and o.start < s."end" and o."end" > s.start
            and o.start > s.start - interval '31 days' order by o.start limit 1) as clash
      from window_events w
      join shifts s on s.event = w.id
      left join people p on p.site_id = s.site_id and p.id = s.person
      left join assignments a on a.site_id = s.site_id and a.id = s.assignment
      left join roles r on r.site_id = s.site_id and r.id = s.role
      where (${role.length === 0} or s.role = any (${role}::bigint[])) and (${person.length === 0} or s.person = any (${person}::bigint[]))),
    kept as (select s.* from rows_of s where ${wanted})
    select
      coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name, 'start', w.start, 'end', w."end", 'location',
          (select l.name from locations l where l.id = w.location)) order by w.start, w.id) from window_events w
        where ${show === 'all' && role.length === 0 && person.length === 0} or exists (select from kept k where k.event = w.id)), '[]') as events,
      coalesce((select json_agg(json_build_object('id', s.id, 'event', s.event, 'person', s.person, 'name', s.name, 'assignment', s.assignment,
          'role', s.role, 'location', s.location, 'start', s.start, 'end', s."end", 'published', s.draft is not null, 'clash', s.clash,
          'assignment_name', s.assignment_name, 'role_name', s.role_name, 'assignment_order', s.assignment_order, 'role_order', s.role_order)
          order by s.start, s.id) from rows_of s
        where (${show} = 'all' or exists (select from kept k where k.event = s.event))), '[]') as places,
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by "order", name collate core.reading_order) from eventtypes where not archived), '[]') as eventtypes,
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by "order", name collate core.reading_order) from roles where not archived), '[]') as roles,
      coalesce((select json_object_agg(id, name) from people where id = any (${person}::bigint[])), '{}') as people`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new TypeError('The statement answers with one row.')
  const events: GridEvent[] = found.events.slice(0, MOST_EVENTS)
  const shown = new Set(events.map(({ id }) => id))
  const places = found.places.filter(({ event }) => shown.has(event))
  return {
    ...found,
    from: from.toString(),
    until: until.toString(),
    events,
    cut: found.events.length > MOST_EVENTS,
    duties: dutiesOf(places),
    places: places.map(
      ({ assignment_name: _a, role_name: _r, assignment_order: _o, role_order: _p, ...place }) => place,
    ),
  }
}

/** Rows of the grid: every assignment and role that any of the events has, in the order of the site's lists. */
function dutiesOf(rows: readonly Row[]): GridDuty[] {
  const last = Number.MAX_SAFE_INTEGER
  const sorted = [...rows].sort(
    (a, b) =>
      (a.assignment_order ?? last) - (b.assignment_order ?? last) ||
      (a.assignment_name ?? '').localeCompare(b.assignment_name ?? '', 'en') ||
      (a.role_order ?? last) - (b.role_order ?? last) ||
      (a.role_name ?? '').localeCompare(b.role_name ?? '', 'en'),
  )
  const duties = new Map<string, GridDuty>()
  for (const { assignment, role, assignment_name, role_name } of sorted) {
    const key = `${assignment}-${role}`
    if (!duties.has(key))
      duties.set(key, { key, assignment, role, assignment_name: assignment_name ?? '', role_name: role_name ?? '' })
  }
  return [...duties.values()]
}
