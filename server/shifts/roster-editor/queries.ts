import { sql } from 'kysely'
import { notFound } from '#server/engine/kernel/errors.ts'
import { together } from '#server/engine/kernel/together.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { readCallOff } from '#server/events/decide/queries.ts'
import type { PlannedPublication } from '#server/publishing/later/contract.ts'
import { plannedPublications } from '#server/publishing/later/queries.ts'
import { isEventOff } from '#server/shift-facts/event.pure.ts'
import { isOnSql } from '#server/shift-facts/event-sql.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { getEventPage, type RosterShift } from '#server/shifts/roster.ts'
import { heldSql, inactiveSql, requirementsSql } from '#server/suitability/missing/queries.ts'
import type { Requirements } from '#server/suitability/missing/rules.ts'
import type { Neighbour, RosterCount, RosterEditor, RosterNames, RosterPerson, StoredShift } from './contract.ts'
import { wallOf } from './times.ts'

/**
 * Reads an event with its whole roster for the editor.
 * @param zone the site's IANA zone, for all times returned. @param now enables answers; a person without an answer
 * whose shift has begun is silent.
 * @throws DomainError 'not_found'.
 */
export async function getRosterEditor(
  db: SiteDb,
  { event, zone, now }: { event: number; zone: string; now?: Date },
): Promise<RosterEditor> {
  const { page, around } = await together({
    page: getEventPage(db, { event, reader: 'editor', ...(now && { now }) }),
    around: aroundEvent(db, event),
  })
  const { name, details, contact, color, eventtype, series, location } = page
  const fields = {
    name,
    details,
    contact,
    contacts: page.contacts.map(({ person }) => person),
    color,
    eventtype,
    series,
    location,
    minimum: page.minimum,
    minimums: page.assignments.map(({ assignment, minimum }) => ({ assignment, minimum })),
    decide_at: page.decide_at && wallOf(page.decide_at, zone),
    start: wallOf(page.start, zone),
    end: wallOf(page.end, zone),
  }
  return {
    event: {
      ...{ id: page.id, version: around.version, fields, decision: page.decision },
      ...{ start: page.start.toISOString(), end: page.end.toISOString() },
    },
    called_off: isEventOff(page) ? await readCallOff(db, event) : null,
    shifts: page.shifts.map((shift) => ({
      ...storedShift(shift, zone, now),
      clash: around.clashes[shift.id] ?? null,
      begun: around.begun.includes(shift.id),
    })),
    planned: around.planned,
    required: around.required,
    has_roles: around.has_roles,
    people: around.people,
    usual_minutes: around.usual_minutes,
    before: toNeighbour(around.before, zone),
    after: toNeighbour(around.after, zone),
    names: {
      people: { ...namesOf(page.shifts, 'person', 'person_name'), ...namesOf(page.contacts, 'person', 'name') },
      assignments: {
        ...namesOf(page.shifts, 'assignment', 'assignment_name'),
        ...namesOf(page.assignments, 'assignment', 'name'),
      },
      roles: namesOf(page.shifts, 'role', 'role_name'),
      locations: {
        ...namesOf(page.shifts, 'location', 'location_name'),
        ...namesOf([page], 'location', 'location_name'),
      },
      series: namesOf([page], 'series', 'series_name'),
      eventtypes: namesOf([page], 'eventtype', 'eventtype_name'),
    },
  }
}

type Around = {
  planned: PlannedPublication[]
  version: string
  clashes: Record<number, string>
  begun: number[]
  required: Requirements
  has_roles: boolean
  people: Record<number, RosterPerson>
  usual_minutes: number | null
  before: Neighbour | null
  after: Neighbour | null
}

/** Returns the usual length in minutes of each event type that has one. */
export async function usualLengths(db: SiteDb): Promise<Record<number, number>> {
  const types = await db
    .selectFrom('eventtypes')
    .select(['id', 'default_duration'])
    .where('default_duration', 'is not', null)
    .execute()
  return Object.fromEntries(types.map(({ id, default_duration }) => [id, Number(default_duration)]))
}

const own = {
  start: (alias: string) => sql.raw(personStartSql(alias)),
  end: (alias: string) => sql.raw(personEndSql(alias)),
}

/** Reads clashes, the required competencies, and the events before and after, in one statement. */
async function aroundEvent(db: SiteDb, event: number): Promise<Around> {
  const neighbour = (earlier: boolean) => sql`(
    select json_build_object('id', o.id, 'name', o.name, 'start', o.start) from events o
    where (o.start, o.id) ${sql.raw(earlier ? '<' : '>')} (e.start, e.id) and not o.archived
    order by ${sql.raw(earlier ? 'o.start desc, o.id desc' : 'o.start, o.id')} limit 1)`
  const { rows } = await sql<Around>`
    select to_json(e.updated_at) #>> '{}' as version,
      ${plannedPublications('e')} as planned,
      (select t.default_duration from eventtypes t where t.site_id = e.site_id and t.id = e.eventtype) as usual_minutes, ${neighbour(true)} as before, ${neighbour(false)} as after,
      coalesce((select json_object_agg(s.id, c.name) from shifts s cross join lateral (
          select ev.name from shifts o join events ev on ev.site_id = o.site_id and ev.id = o.event and ${sql.raw(isOnSql('ev'))}
          where o.site_id = s.site_id and o.person = s.person and o.event <> s.event and ${own.start('o')} < ${own.end('s')} and ${own.end('o')} > ${own.start('s')}
            and o.start > s.start - interval '31 days' order by o.start limit 1) c
        where s.site_id = e.site_id and s.event = e.id and s.person is not null and ${sql.raw(isOnSql('e'))}), '{}') as clashes,
      coalesce((select json_agg(s.id) from shifts s where s.site_id = e.site_id and s.event = e.id and s.actual_start is not null), '[]') as begun,
      ${sql.raw(requirementsSql)} as required, exists (select from roles) as has_roles,
      coalesce((select json_object_agg(p.id, json_build_object('inactive', ${sql.raw(inactiveSql('p'))}, 'held', ${sql.raw(heldSql('p.id'))}))
        from people p where p.id in (select s.person from shifts s where s.event = e.id)), '{}') as people
    from events e where e.id = ${event}`.execute(db)
  const [around] = rows
  if (!around) throw notFound('This event does not exist.')
  return around
}

const toNeighbour = (event: Neighbour | null, zone: string): Neighbour | null =>
  event && { ...event, start: wallOf(event.start, zone) }

const storedShift = (shift: RosterShift, zone: string, now?: Date): Omit<StoredShift, 'clash' | 'begun'> => ({
  id: shift.id,
  version: String(shift.updated_at),
  published: shift.draft !== null,
  answer: shift.answer === 'asked' && (shift.nudged || (now && new Date(shift.start) <= now)) ? 'silent' : shift.answer,
  sought: shift.sought,
  answered_for: shift.answered_for,
  person: shift.person,
  assignment: shift.assignment,
  role: shift.role,
  location: shift.location,
  start: wallOf(shift.planned_start, zone),
  end: wallOf(shift.planned_end, zone),
  modified_start: shift.modified_start && wallOf(shift.modified_start, zone),
  modified_end: shift.modified_end && wallOf(shift.modified_end, zone),
  notes: shift.notes,
  unfit: shift.unfit,
})

function namesOf<T extends Record<I, number | null> & Record<N, string | null>, I extends string, N extends string>(
  rows: readonly T[],
  id: I,
  name: N,
): RosterNames[keyof RosterNames] {
  return Object.fromEntries(rows.flatMap((row) => (row[id] === null ? [] : [[row[id], row[name] ?? '']])))
}

/** One statement; omits events without shifts. */
export async function countRosters(db: SiteDb, events: readonly number[]): Promise<Record<number, RosterCount>> {
  if (!events.length) return {}
  const { rows } = await sql<RosterCount>`
    select event, count(*)::int as shifts, (count(*) filter (where person is null))::int as open,
      (count(*) filter (where draft is null))::int as unpublished
    from shifts where event = any (${events}::bigint[]) group by event`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.event, row]))
}
