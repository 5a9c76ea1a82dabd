import { sql } from 'kysely'
import type { Mark } from '#server/availability/days/contract.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { displayHtml } from '#server/markdown/display-html.ts'
import { isOffSql, isOnSql } from '#server/shift-facts/event-sql.ts'
import type { OwnRequest } from './contract.ts'

export async function getOwnPart(
  db: SiteDb,
  { event, person, day }: { event: number; person: number; day: string },
): Promise<{ request: OwnRequest | null; mark: Mark }> {
  const { rows } = await sql<{ request: (Omit<OwnRequest, 'made'> & { made: string }) | null; mark: Mark }>`
    select (select json_build_object('id', r.id, 'comments', r.comments, 'made', r.created_at,
        'assignment', r.assignment, 'role', r.role, 'modified_start', r.modified_start, 'modified_end', r.modified_end, 'assignment_name', concat_ws(' · ',
          (select name from assignments a where a.site_id = r.site_id and a.id = r.assignment),
          (select name from roles o where o.site_id = r.site_id and o.id = r.role)), 'state', case
        when exists (select from shifts s where s.site_id = r.site_id and s.event = r.event and s.person = r.person and s.draft is not null) then 'on'
        when r.declined_at is not null then 'declined' else 'waiting' end)
      from requests r where r.event = ${event} and r.person = ${person}) as request,
      (select available from availability where person = ${person} and date = ${day}) as mark`.execute(db)
  const { request, mark } = rows[0]!
  return { request: request && { ...request, made: new Date(request.made) }, mark }
}

export async function findEventOfShift(db: SiteDb, shift: number): Promise<number | null> {
  const row = await db
    .selectFrom('shifts')
    .select('event')
    .where('id', '=', shift)
    .where('draft', 'is not', null)
    .executeTakeFirst()
  return row?.event ?? null
}

/** `more`: the reader could sign up to further events. */
export type SeriesPosition = { position: number; count: number; more: boolean }

/** Null for an event without a series, or an archived one. */
export async function getSeriesPosition(
  db: SiteDb,
  { event, person, now }: { event: number; person: number; now: Date },
): Promise<SeriesPosition | null> {
  const { rows } = await sql<SeriesPosition & { found: boolean }>`
    select coalesce(bool_or(o.id = e.id), false) as found, count(*)::int as count,
      (count(*) filter (where (o.start, o.id) <= (e.start, e.id)))::int as position,
      coalesce(bool_or(o."end" > ${now} and ${sql.raw(isOnSql('o'))} and not exists (
        select from requests r where r.site_id = o.site_id and r.event = o.id and r.person = ${person})), false) as more
    from events e join events o on o.site_id = e.site_id and o.series = e.series and not o.archived
    where e.id = ${event}`.execute(db)
  const { found: row, ...place } = rows[0]!
  return row ? place : null
}

export type SeriesEvent = {
  id: number
  name: string
  start: Date
  end: Date
  eventtype: string | null
  location: string | null
  /** Counts of all shifts, and of open ones; null except for admins. */
  shifts: number | null
  empty: number | null
  mine: boolean
  requested: boolean
  waiting: boolean
  request: number | null
  /** The reader's availability on its first day. */
  mark: Mark
  clash: string | null
  over: boolean
  called_off: boolean
}
/** `details_html` is the rendered text. */
export type SeriesPage = { id: number; name: string; details_html: string; events: SeriesEvent[] }

/**
 * Reads up to 500 events of a series by start, with the reader's part in each, in one statement. Null for an unknown
 * series.
 */
export async function getSeriesPage(
  db: SiteDb,
  { series, person, admin, now, zone }: { series: number; person: number; admin: boolean; now: Date; zone: string },
): Promise<SeriesPage | null> {
  const row = await db
    .selectFrom('series')
    .select(['id', 'name', 'details as text', 'rendered_html', 'renderer'])
    .where('id', '=', series)
    .executeTakeFirst()
  if (!row) return null
  const { rows } = await sql<SeriesEvent>`
    select e.id, e.name, e.start, e."end", t.name as eventtype, l.name as location, e."end" <= ${now} as over, ${sql.raw(isOffSql('e'))} as called_off,
      c.shifts, c.empty,
      exists (select from shifts s where s.site_id = e.site_id and s.event = e.id and s.person = ${person} and s.draft is not null) as mine,
      r.id is not null as requested, r.id is not null and r.declined_at is null as waiting, r.id as request,
      (select available from availability v where v.site_id = e.site_id and v.person = ${person} and v.date = (e.start at time zone ${zone})::date) as mark,
      (select o.name from shifts b join events o on o.site_id = b.site_id and o.id = b.event where b.site_id = e.site_id and b.person = ${person}
        and b.draft is not null and b.event <> e.id and b.start < e."end" and b."end" > e.start order by b.start, b.id limit 1) as clash
    from events e
    left join eventtypes t on t.site_id = e.site_id and t.id = e.eventtype
    left join locations l on l.site_id = e.site_id and l.id = e.location
    left join requests r on r.site_id = e.site_id and r.event = e.id and r.person = ${person}
    left join lateral (select count(*) as shifts, count(*) filter (where s.person is null) as empty
      from shifts s where s.site_id = e.site_id and s.event = e.id) c on ${admin}::boolean
    where e.series = ${series} and not e.archived
    order by e.start, e.id limit 500`.execute(db)
  return { id: row.id, name: row.name, details_html: displayHtml(row), events: rows }
}
