import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '#server/deliveries/texts/shift/wall-clock.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { eventNameSql, isLiveSql } from '#server/shift-facts/event-sql.ts'
import { outsideEventSql } from '#server/shift-facts/times/rules.ts'
import { suggestFor } from '#server/shifts/suggestions/queries.ts'
import { aboutPerson } from '../about-person.ts'
import { timesOver, timesState, timesWaiting } from '../times-state.ts'
import type { RequestDetail, RequestedDate, RequestItem, RequestRow, ShiftForRequest } from './contract.ts'

const holds = sql`exists (select from shifts s where s.site_id = r.site_id and s.event = r.event and s.person = r.person)`

const selectRequest = sql`
  select 'event' as kind, r.id, r.event, e.name as event_name, ${instantText('e.start')} as start, ${instantText('e."end"')} as "end", r.person, p.name as person_name,
    p.avatar as person_avatar, r.comments, a.name as assignment, ro.name as role, ${instantText('r.modified_start')} as modified_start,
    ${instantText('r.modified_end')} as modified_end, r."new", ${instantText('r.created_at')} as made,
    case when ${holds} then 'assigned' when r.declined_at is not null then 'declined' else 'waiting' end as state, r.declined_reason,
    (select count(*)::int from shifts o where o.site_id = r.site_id and o.event = r.event and o.person is null) as open,
    e.series, coalesce(se.name, '') as series_name
  from requests r
  join events e on e.site_id = r.site_id and e.id = r.event
  left join series se on se.site_id = e.site_id and se.id = e.series
  join people p on p.site_id = r.site_id and p.id = r.person
  left join assignments a on a.site_id = r.site_id and a.id = r.assignment
  left join roles ro on ro.site_id = r.site_id and ro.id = r.role`

/** Pending: not declined, no shift of the event, and the event neither over, archived nor called off. */
const outstanding = (now: Date) =>
  sql`r.declined_at is null and e."end" > ${now} and ${sql.raw(isLiveSql('e'))} and not ${holds}`

/** Time requests as rows of the same list, ordered by event. `conditions` is about `t` and the shift `s`. */
const selectTimes = (now: Date, conditions: RawBuilder<unknown>) => sql`
  select 'times' as kind, t.id, s.event, e.name as event_name, ${instantText('e.start')} as start, ${instantText('e."end"')} as "end", t.person,
    p.name as person_name, p.avatar as person_avatar, t.comments, a.name as assignment, ro.name as role,
    ${instantText('coalesce(t.modified_start, s.start)')} as modified_start, ${instantText('coalesce(t.modified_end, s."end")')} as modified_end,
    false as "new", ${instantText('t.created_at')} as made,
    ${timesState(now)} as state,
    t.reason as declined_reason,
    (select count(*)::int from shifts o where o.site_id = s.site_id and o.event = s.event and o.person is null) as open,
    null::bigint as series, '' as series_name, array[t.id::int] as requests
  from time_requests t
  join shifts s on s.site_id = t.site_id and s.id = t.shift
  join events e on e.site_id = s.site_id and e.id = s.event
  join people p on p.site_id = t.site_id and p.id = t.person
  left join assignments a on a.site_id = s.site_id and a.id = s.assignment
  left join roles ro on ro.site_id = s.site_id and ro.id = s.role
  where ${conditions}`

const MAX_DATES = 60

/** SQL: pending requests to help; those of one person for one series are one row, unless each is wanted. */
const waitingItems = (now: Date, each: boolean) => sql`
  select i.kind, i.id, i.event, i.event_name, i.start, i."end", i.person, i.person_name, i.person_avatar, i.comments, i.assignment, i.role, i.modified_start,
    i.modified_end, i.any_new as "new", i.made, i.state, i.declined_reason, i.all_open::int as open, i.series, i.series_name, i.requests
  from (
    select q.*, array_agg(q.id::int) over whole as requests, bool_or(q."new") over whole as any_new,
      sum(q.open) over whole as all_open, row_number() over whole as nth
    from (${selectRequest} where ${outstanding(now)}) q
    window whole as (partition by q.person, case when ${each} then -q.id else coalesce(q.series, -q.id) end order by q.start, q.id
      rows between unbounded preceding and unbounded following)) i
  where i.nth = 1`

type Args = { now: Date; limit?: number; offset?: number }

/**
 * Lists pending requests of both kinds, soonest event first, then earliest request. One person's requests for a series
 * are one item, at the first's position; those without any open shift come last, unless each is wanted. `count` is the
 * number of items.
 */
export async function listWaitingRequests(
  db: SiteDb,
  { now, limit = 50, offset = 0, each = false }: Args & { each?: boolean },
): Promise<{ count: number; rows: RequestItem[] }> {
  const { rows } = await sql<RequestItem & { all_of_them: number }>`
    select l.*, count(*) over ()::int as all_of_them from (
      ${waitingItems(now, each)}
      union all ${selectTimes(now, timesWaiting(now))}) l
    order by not ${each} and l.kind = 'event' and l.open = 0, l.start, l.event, l.made, l.kind, l.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return { count: rows[0]?.all_of_them ?? 0, rows }
}

export async function listWaitingIds(
  db: SiteDb,
  { now, limit }: { now: Date; limit: number },
): Promise<{ count: number; ids: number[] }> {
  const { rows } = await sql<{ id: number; all_of_them: number }>`
    select r.id, count(*) over ()::int as all_of_them from requests r join events e on e.site_id = r.site_id and e.id = r.event
    where ${outstanding(now)} order by e.start, e.id, r.created_at, r.id limit ${limit}`.execute(db)
  return { count: rows[0]?.all_of_them ?? 0, ids: rows.map(({ id }) => id) }
}

export async function listAnsweredRequests(
  db: SiteDb,
  { now, limit = 50, offset = 0 }: Args,
): Promise<{ count: number; rows: RequestItem[] }> {
  const { rows } = await sql<RequestItem & { all_of_them: number }>`
    select l.*, count(*) over ()::int as all_of_them from (
      select q.*, array[q.id::int] as requests from (${selectRequest} where not (${outstanding(now)})) q
      union all ${selectTimes(now, timesOver(now))}) l
    order by l.made desc, l.kind, l.id limit ${limit} offset ${offset}`.execute(db)
  return { count: rows[0]?.all_of_them ?? 0, rows }
}

/**
 * Reads a request with the event's open shifts, best fit first, and the person's history.
 * @throws DomainError 'not_found'.
 */
export async function getRequest(
  db: SiteDb,
  { request, clock }: { request: number; clock: Clock },
): Promise<RequestDetail> {
  const { rows } = await sql<RequestRow>`${selectRequest} where r.id = ${request}`.execute(db)
  const [row] = rows
  if (!row) throw notFound('This request does not exist.')
  const [places, about, dates] = await Promise.all([
    listShiftsFor(db, row, clock),
    aboutPerson(db, row.person, clock.now),
    listDates(db, row, clock),
  ])
  return { request: row, places, about, dates }
}

async function listDates(db: SiteDb, row: RequestRow, clock: Clock): Promise<RequestedDate[]> {
  if (row.series === null || row.state !== 'waiting') return []
  const { rows } = await sql<RequestRow>`
    ${selectRequest} where r.person = ${row.person} and e.series = ${row.series} and ${outstanding(clock.now)}
    order by e.start, r.id limit ${MAX_DATES}`.execute(db)
  if (rows.length < 2) return []
  return Promise.all(rows.map(async (request) => ({ request, places: await listShiftsFor(db, request, clock) })))
}

/** Only advises against a shift; excludes no one. */
const NEVER_DONE = 'Never done it'

async function listShiftsFor(db: SiteDb, { event, person }: RequestRow, clock: Clock): Promise<ShiftForRequest[]> {
  const { rows } = await sql<
    Pick<ShiftForRequest, 'shift' | 'assignment' | 'role' | 'start' | 'end' | 'outside' | 'published'> & {
      new_to_them: boolean
    }
  >`
    select s.id as shift, a.name as assignment, r.name as role, ${instantText('s.start')} as start, ${instantText('s."end"')} as "end",
      ${sql.raw(outsideEventSql('s'))} as outside, s.draft is not null as published,
      s.assignment is not null and not exists (select from shifts d where d.site_id = s.site_id and d.person = ${person}
        and d.assignment = s.assignment and d."end" <= ${clock.now}) as new_to_them
    from shifts s
    left join assignments a on a.site_id = s.site_id and a.id = s.assignment
    left join roles r on r.site_id = s.site_id and r.id = s.role
    where s.event = ${event} and s.person is null order by s.start, a."order", a.name collate core.reading_order, s.id`.execute(
    db,
  )
  if (!rows.length) return []
  const suggested = await suggestFor(db, { event, clock, people: [person] })
  return rows
    .map(({ new_to_them, ...place }) => {
      const suggestion = suggested[place.shift]?.suggestions[0]
      return {
        ...place,
        fits: suggestion?.fits ?? false,
        for: suggestion?.for.map(({ words }) => words) ?? [],
        against: [...(suggestion?.against.map(({ words }) => words) ?? []), ...(new_to_them ? [NEVER_DONE] : [])],
        asked: suggestion?.for.some(({ code }) => code === 'requested_this') ?? false,
      }
    })
    .sort(
      (a, b) =>
        Number(b.fits) - Number(a.fits) || Number(b.asked) - Number(a.asked) || a.against.length - b.against.length,
    )
    .map(({ asked: _asked, ...place }) => place)
}

/** SQL: the rows of To do, from the list of pending requests. Their facts are the request's other fields. */
const asToDo = (items: RawBuilder<unknown>) => sql`
  select i.id, i.start::timestamptz as at, i.person, i.person_name as who, i.person_avatar as avatar, i.event, ${sql.raw(eventNameSql('i.event_name'))} as what,
    i.start::timestamptz as start, json_build_object('requests', i.requests, 'comments', i.comments, 'assignment', i.assignment, 'role', i.role,
      'modified_start', i.modified_start, 'modified_end', i.modified_end, 'new', i."new", 'open', i.open, 'series', i.series_name) as facts
  from (${items}) i`

export const requestsToDo = ({ clock }: Ctx): RawBuilder<unknown> => asToDo(waitingItems(clock.now(), false))

export const timesToDo = ({ clock }: Ctx): RawBuilder<unknown> =>
  asToDo(selectTimes(clock.now(), timesWaiting(clock.now())))
