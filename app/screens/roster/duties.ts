import type { PlaceFields, StoredPlace } from '#server/shifts/roster-editor/contract.ts'
import type { Staged } from '../../collections/changeset.ts'

/** One place as the roster shows it: what is stored with what is staged on top. */
export type Place = {
  /** The stored id, or the key of a new place. */
  key: string
  stored: StoredPlace | null
  state: 'kept' | 'new' | 'changed' | 'removed'
  published: boolean
  fields: PlaceFields
  /** The other event of that time on which the person is; this one's own name for twice on this roster. */
  clash: string | null
}

/** The places of one assignment and role, in one row. */
export type Duty = {
  key: string
  assignment: number | null
  role: number | null
  /** The times that most of its places share: those of the first. */
  start: string
  end: string
  places: Place[]
  filled: number
  total: number
}

export type RosterFilter = 'all' | 'open' | 'clashes' | 'unpublished' | 'unsaved'

export function placesOf(stored: readonly StoredPlace[], staging: Staged<PlaceFields>): Place[] {
  const there = stored.map((row): Place => {
    const change = staging.changed[row.id]
    const state = row.id in staging.removed ? 'removed' : change ? 'changed' : 'kept'
    return {
      key: String(row.id),
      stored: row,
      state,
      published: row.published,
      fields: { ...fieldsOf(row), ...change?.fields },
      clash: CLASHING.some((field) => change?.fields[field] !== undefined) ? null : row.clash,
    }
  })
  const places = [
    ...there,
    ...staging.added.map(
      ({ key, fields }): Place => ({ key, stored: null, state: 'new', published: false, fields, clash: null }),
    ),
  ]
  return places.map((place) => (place.clash === null && isTwice(place, places) ? { ...place, clash: HERE } : place))
}

/** What a stored clash rests on. */
const CLASHING = ['person', 'start', 'end'] as const

/** In place of another event's name: the clash is on this very roster. */
export const HERE = 'twice here'

const isTwice = (place: Place, places: readonly Place[]) =>
  place.state !== 'removed' &&
  place.fields.person !== null &&
  places.some(
    ({ key, state, fields }) =>
      key !== place.key &&
      state !== 'removed' &&
      fields.person === place.fields.person &&
      fields.start < place.fields.end &&
      fields.end > place.fields.start,
  )

export const fieldsOf = ({ person, assignment, role, location, start, end, notes }: PlaceFields): PlaceFields => ({
  person,
  assignment,
  role,
  location,
  start,
  end,
  notes,
})

export const isOpen = (place: Place) => place.state !== 'removed' && place.fields.person === null
export const isClash = (place: Place) => place.state !== 'removed' && place.clash !== null
export const isUnpublished = (place: Place) => place.state !== 'removed' && !place.published

const PASSES: Record<RosterFilter, (place: Place) => boolean> = {
  all: () => true,
  open: isOpen,
  clashes: isClash,
  unpublished: isUnpublished,
  unsaved: ({ state }) => state !== 'kept',
}

export const countOf = (places: readonly Place[], filter: RosterFilter) => places.filter(PASSES[filter]).length

/** Rows of the roster in the order of the first place of each; counts are of the whole duty, whatever the filter shows. */
export function dutiesOf(places: readonly Place[], filter: RosterFilter = 'all'): Duty[] {
  const duties = new Map<string, Duty>()
  for (const place of places) {
    const { assignment, role, start, end, person } = place.fields
    const key = `${assignment}-${role}`
    const duty = duties.get(key) ?? { key, assignment, role, start, end, places: [], filled: 0, total: 0 }
    duties.set(key, duty)
    if (PASSES[filter](place)) duty.places.push(place)
    if (place.state === 'removed') continue
    duty.total += 1
    if (person !== null) duty.filled += 1
  }
  return [...duties.values()].filter((duty) => duty.places.length)
}

/** Where an arrow leads from a place: along its duty, or to the same seat of the next duty; null at the edges. */
export function besidePlace(duties: readonly Duty[], from: string, key: string): string | null {
  const row = duties.findIndex(({ places }) => places.some((place) => place.key === from))
  const seat = duties[row]?.places.findIndex((place) => place.key === from) ?? -1
  const at = (r: number, s: number) => {
    const places = duties[r]?.places
    return places?.[Math.min(s, places.length - 1)]?.key ?? null
  }
  if (key === 'ArrowLeft') return seat > 0 ? at(row, seat - 1) : null
  if (key === 'ArrowRight') return duties[row]?.places[seat + 1]?.key ?? null
  if (key === 'ArrowUp') return row > 0 ? at(row - 1, seat) : null
  if (key === 'ArrowDown') return at(row + 1, seat)
  if (key === 'Home') return at(row, 0)
  if (key === 'End') return duties[row]?.places.at(-1)?.key ?? null
  return null
}

/** The open place after this one, in the order of the roster, around the end; null when none is left. */
export function nextOpen(duties: readonly Duty[], after: string | null): Place | null {
  const all = duties.flatMap(({ places }) => places)
  const at = all.findIndex(({ key }) => key === after)
  return [...all.slice(at + 1), ...all.slice(0, at + 1)].find((place) => isOpen(place) && place.key !== after) ?? null
}
