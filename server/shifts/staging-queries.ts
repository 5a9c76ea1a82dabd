import { sql } from 'kysely'
import { getEventPage, type RosterShift } from '#server/events/roster.ts'
import type { SiteDb } from '#server/tenancy/with-site.ts'
import type { Names, RosterCount, RosterEditor, StoredPlace } from './staging-contract.ts'
import { wallOf } from './staging-times.ts'

/**
 * An event with its whole roster, as the editor takes it.
 * @param zone the site's IANA zone: all times of the answer are on its wall clock.
 * @throws DomainError 'not_found'.
 */
export async function getRosterEditor(
  db: SiteDb,
  { event, zone }: { event: number; zone: string },
): Promise<RosterEditor> {
  const page = await getEventPage(db, { event, drafts: true })
  const { rows } = await sql<{
    version: string
  }>`select to_json(updated_at) #>> '{}' as version from events where id = ${event}`.execute(db)
  const { name, details, contact, color, eventtype, series, location } = page
  const fields = {
    name,
    details,
    contact,
    color,
    eventtype,
    series,
    location,
    start: wallOf(page.start, zone),
    end: wallOf(page.end, zone),
  }
  return {
    event: { id: page.id, version: rows[0]?.version ?? '', fields },
    places: page.shifts.map((shift) => placeOf(shift, zone)),
    names: {
      people: named(page.shifts, 'person', 'person_name'),
      assignments: named(page.shifts, 'assignment', 'assignment_name'),
      roles: named(page.shifts, 'role', 'role_name'),
      locations: { ...named(page.shifts, 'location', 'location_name'), ...named([page], 'location', 'location_name') },
      series: named([page], 'series', 'series_name'),
      eventtypes: named([page], 'eventtype', 'eventtype_name'),
    },
  }
}

const placeOf = (shift: RosterShift, zone: string): StoredPlace => ({
  id: shift.id,
  version: String(shift.updated_at),
  published: shift.draft !== null,
  person: shift.person,
  assignment: shift.assignment,
  role: shift.role,
  location: shift.location,
  start: wallOf(shift.start, zone),
  end: wallOf(shift.end, zone),
  notes: shift.notes,
})

function named<T extends Record<I, number | null> & Record<N, string | null>, I extends string, N extends string>(
  rows: readonly T[],
  id: I,
  name: N,
): Names[keyof Names] {
  return Object.fromEntries(rows.flatMap((row) => (row[id] === null ? [] : [[row[id], row[name] ?? '']])))
}

/** How full the rosters of some events are, in one statement; events without shifts are not in the answer. */
export async function countRosters(db: SiteDb, events: readonly number[]): Promise<Record<number, RosterCount>> {
  if (!events.length) return {}
  const { rows } = await sql<RosterCount>`
    select event, count(*)::int as places, (count(*) filter (where person is null))::int as open,
      (count(*) filter (where draft is null))::int as unpublished
    from shifts where event = any (${events}::bigint[]) group by event`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.event, row]))
}
