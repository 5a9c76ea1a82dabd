import { Temporal } from 'temporal-polyfill'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import type { CopiedShifts } from './contract.ts'

/**
 * Copies shifts to another event, at the same wall-clock distance from its start, for an editor to stage. Stores
 * nothing.
 * @throws DomainError 'not_found' for either event.
 */
export async function copyShifts(
  db: SiteDb,
  { from, to, zone }: { from: number; to: number; zone: string },
): Promise<CopiedShifts> {
  const source = await getRosterEditor(db, { event: from, zone })
  const target = await getRosterEditor(db, { event: to, zone })
  const distance = Temporal.PlainDateTime.from(source.event.fields.start).until(target.event.fields.start)
  const movedTime = (wall: string) =>
    Temporal.PlainDateTime.from(wall).add(distance).toString({ smallestUnit: 'minute' })
  return {
    names: source.names,
    people: source.people,
    places: source.shifts.map(({ person, assignment, role, location, start, end, notes }) => ({
      person,
      assignment,
      role,
      location,
      start: movedTime(start),
      end: movedTime(end),
      notes,
    })),
  }
}
