import type { EventFields, Names, PlaceFields } from '#server/shifts/roster-editor/contract.ts'
import { formatWall } from './wall.ts'

type NameOf = (collection: keyof Names, id: number | null) => string
export type Difference = { label: string; from: string; to: string }

const PLACE: readonly (readonly [keyof PlaceFields, string, keyof Names | 'time' | 'text'])[] = [
  ['person', 'Person', 'people'],
  ['assignment', 'Assignment', 'assignments'],
  ['role', 'Role', 'roles'],
  ['location', 'Location', 'locations'],
  ['start', 'Start', 'time'],
  ['end', 'End', 'time'],
  ['notes', 'Note', 'text'],
]
const EVENT: readonly (readonly [keyof EventFields, string, keyof Names | 'time' | 'text'])[] = [
  ['name', 'Name', 'text'],
  ['start', 'Start', 'time'],
  ['end', 'End', 'time'],
  ['eventtype', 'Type', 'eventtypes'],
  ['series', 'Series', 'series'],
  ['location', 'Location', 'locations'],
  ['contact', 'Contact', 'text'],
  ['details', 'Details', 'text'],
  ['color', 'Colour', 'text'],
]

const LONGEST = 60

function between<T extends Record<string, unknown>>(
  fields: readonly (readonly [keyof T & string, string, keyof Names | 'time' | 'text'])[],
  before: T,
  after: T,
  { nameOf, timeFormat }: { nameOf: NameOf; timeFormat: string },
): Difference[] {
  const words = (value: unknown, kind: keyof Names | 'time' | 'text') => {
    if (kind === 'time') return formatWall(String(value), `ddd D MMM, ${timeFormat}`)
    if (kind === 'text') return value ? `“${String(value).slice(0, LONGEST)}”` : 'empty'
    return nameOf(kind, value as number | null) || (kind === 'people' ? 'nobody' : 'none')
  }
  return fields
    .filter(([field]) => before[field] !== after[field])
    .map(([field, label, kind]) => ({ label, from: words(before[field], kind), to: words(after[field], kind) }))
}

/** What became different about a stored place, in words. */
export const placeDifferences = (
  before: PlaceFields & { published?: boolean },
  after: PlaceFields & { published?: boolean },
  say: { nameOf: NameOf; timeFormat: string },
): Difference[] => [
  ...between(PLACE, before, after, say),
  ...(before.published === after.published
    ? []
    : [
        {
          label: 'Publication',
          from: before.published ? 'published' : 'not published',
          to: after.published ? 'published' : 'not published',
        },
      ]),
]

/** What became different about the event itself, in words. */
export const eventDifferences = (
  before: EventFields,
  after: EventFields,
  say: { nameOf: NameOf; timeFormat: string },
): Difference[] => between(EVENT, before, after, say)
