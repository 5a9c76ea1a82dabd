import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { type ShiftFacts, shiftFacts } from './shift-facts.ts'
import { listTold } from './told.ts'
import type { NoticeFacts, NoticeShift } from './transport.ts'

/**
 * What a notice shows in the layout of messages about shifts. `start` and `end` replace the times of the shift's
 * person; those of an event are for one that is deleted.
 */
export type Shown =
  | { shift: number; label?: string; start?: Date; end?: Date }
  | { event: number; name?: string; start?: Date; end?: Date }

/** Reads what notices show: a shift as it is now, a deleted one as its last message had it. Leaves out the rest. */
export async function readShown(db: SiteDb, shown: readonly (readonly Shown[])[]): Promise<(readonly NoticeShift[])[]> {
  const ids = shown.flat().flatMap((one) => ('shift' in one ? one.shift : []))
  const shifts = await shiftFacts(db, { shifts: [...new Set(ids)] })
  const deleted = ids.filter((id) => !shifts.has(id))
  const last = deleted.length ? await listTold(db, { shifts: deleted }) : []
  const lastFacts = last.filter(({ facts }) => facts.start && facts.end && facts.event)
  const events = await readEvents(
    db,
    shown.flat().flatMap((one) => ('shift' in one ? [] : one.event)),
  )
  return shown.map((of) =>
    of.flatMap((one) => {
      const { start, end } = one
      const times = { ...(start && { start: start.toISOString() }), ...(end && { end: end.toISOString() }) }
      if (!('shift' in one)) {
        const found = events.get(one.event) ?? (start && end && { ...NO_PLACE, event_name: one.name ?? '' })
        return found ? [{ ...found, id: null, event: one.event, ...times } as NoticeShift] : []
      }
      const facts = shifts.get(one.shift) ?? lastFacts.find(({ shift }) => shift === one.shift)?.facts
      if (!facts?.start || !facts.end || !facts.event) return []
      const { event, assignment = null, role = null, location = null, address = null, event_name = '' } = facts
      const label = one.label === undefined ? {} : { label: one.label }
      return [
        {
          ...{ id: one.shift, event, event_name, assignment, role, location, address, ...label },
          ...{ start: facts.start, end: facts.end, ...times },
        },
      ]
    }),
  )
}

/** The facts of a notice that makes a promise about a shift, which may have moved a little since it was queued. */
export function shownNow(facts: NoticeFacts, shift: ShiftFacts): Pick<NoticeFacts, 'shifts' | 'times'> {
  const { event_name, assignment, role, location, address, start, end } = shift
  const shown = facts.shifts?.find(({ id }) => id === shift.id)
  if (!shown) return {}
  const { at, until } = facts.times ?? {}
  return {
    shifts: facts.shifts!.map((one) =>
      one === shown ? { ...one, event_name, assignment, role, location, address, start, end } : one,
    ),
    times: { ...facts.times, ...(at === shown.start && { at: start }), ...(until === shown.end && { until: end }) },
  }
}

const NO_PLACE = { location: null, address: null }

async function readEvents(db: SiteDb, ids: readonly number[]) {
  if (!ids.length) return new Map<number, Omit<NoticeShift, 'id' | 'event'>>()
  const { rows } = await sql<
    Omit<NoticeShift, 'start' | 'end' | 'id' | 'event'> & { id: number; start: Date; end: Date }
  >`
    select e.id, e.name as event_name, e.start, e."end", l.name as location, nullif(l.address, '') as address
    from events e left join locations l on l.site_id = e.site_id and l.id = e.location where e.id = any (${[...new Set(ids)]}::bigint[])`.execute(
    db,
  )
  return new Map(
    rows.map(({ id, start, end, ...row }) => [id, { ...row, start: start.toISOString(), end: end.toISOString() }]),
  )
}
