import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { wallOf } from '#server/shifts/roster-editor/times.ts'
import type { CopiedShifts } from '../copy/contract.ts'
import type { RosterTemplate } from './contract.ts'

const MAX_TEMPLATES = 200

export async function listTemplates(db: SiteDb): Promise<RosterTemplate[]> {
  const { rows } = await sql<RosterTemplate>`
    select t.id, t.name, (select count(*)::int from roster_template_places p where p.site_id = t.site_id and p.template = t.id) as places
    from roster_templates t order by t.name collate core.reading_order, t.id limit ${MAX_TEMPLATES}`.execute(db)
  return rows
}

type Kept = {
  assignment: number | null
  assignment_name: string | null
  role: number | null
  role_name: string | null
  location: number | null
  location_name: string | null
  start_offset: number
  end_offset: number
  notes: string
}

/**
 * Returns a template's shifts at the event's times, on the wall clock, for an editor to stage. Stores nothing.
 * @throws DomainError 'not_found' for either.
 */
export async function readTemplateShifts(
  db: SiteDb,
  { template, onto, zone }: { template: number; onto: number; zone: string },
): Promise<CopiedShifts> {
  const event = await db.selectFrom('events').select('start').where('id', '=', onto).executeTakeFirst()
  const known = await db.selectFrom('roster_templates').select('id').where('id', '=', template).executeTakeFirst()
  if (!event || !known) throw notFound()
  const { rows } = await sql<Kept>`
    select p.assignment, a.name as assignment_name, p.role, r.name as role_name, p.location, l.name as location_name,
      p.start_offset, p.end_offset, p.notes
    from roster_template_places p
    left join assignments a on a.site_id = p.site_id and a.id = p.assignment
    left join roles r on r.site_id = p.site_id and r.id = p.role
    left join locations l on l.site_id = p.site_id and l.id = p.location
    where p.template = ${template} order by p.id`.execute(db)
  const from = Temporal.PlainDateTime.from(wallOf(event.start, zone))
  const at = (minutes: number) => from.add({ minutes }).toString({ smallestUnit: 'minute' })
  const named = (key: 'assignment' | 'role' | 'location') =>
    Object.fromEntries(rows.flatMap((row) => (row[key] === null ? [] : [[row[key], row[`${key}_name`] ?? '']])))
  return {
    people: {},
    names: {
      people: {},
      series: {},
      eventtypes: {},
      assignments: named('assignment'),
      roles: named('role'),
      locations: named('location'),
    },
    places: rows.map(({ assignment, role, location, start_offset, end_offset, notes }) => ({
      person: null,
      assignment,
      role,
      location,
      start: at(start_offset),
      end: at(end_offset),
      notes,
    })),
  }
}
