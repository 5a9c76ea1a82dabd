import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import type { AssignmentMinimum } from '#server/events/contract.ts'
import type { EventFields, RosterNames, ShiftFields } from '#server/shifts/roster-editor/contract.ts'
import { formatMoment, type WallFormats } from './wall.ts'

type NameOf = (collection: keyof RosterNames, id: number | null) => string
export type Difference = { label: string; from: string; to: string }

/** A `moment` may be empty; an empty `time` is the planned one. */
type ValueKind = keyof RosterNames | 'time' | 'moment' | 'text' | 'minimums' | 'several'

const SHIFT_FIELDS: readonly (readonly [keyof ShiftFields, string, ValueKind])[] = [
  ['person', 'Person', 'people'],
  ['assignment', 'Assignment', 'assignments'],
  ['role', 'Role', 'roles'],
  ['location', 'Location', 'locations'],
  ['start', 'Start', 'time'],
  ['end', 'End', 'time'],
  ['modified_start', 'Arrives at', 'time'],
  ['modified_end', 'Leaves at', 'time'],
  ['notes', 'Note', 'text'],
]
const EVENT_FIELDS: readonly (readonly [keyof EventFields, string, ValueKind])[] = [
  ['name', 'Name', 'text'],
  ['start', 'Start', 'time'],
  ['end', 'End', 'time'],
  ['eventtype', 'Type', 'eventtypes'],
  ['series', 'Series', 'series'],
  ['location', 'Location', 'locations'],
  ['contact', 'Contact', 'text'],
  ['contacts', 'People to notify', 'several'],
  ['details', 'Details', 'text'],
  ['minimum', 'People needed to run', 'text'],
  ['minimums', 'People needed for assignments', 'minimums'],
  ['decide_at', 'Decide by', 'moment'],
  ['color', 'Colour', 'text'],
]

const MAX_TEXT_LENGTH = 60

type Words = { nameOf: NameOf } & WallFormats

function compareFields<T extends Record<string, unknown>>(
  fields: readonly (readonly [keyof T & string, string, ValueKind])[],
  before: T,
  after: T,
  { nameOf, ...formats }: Words,
): Difference[] {
  const words = (value: unknown, kind: ValueKind) => {
    if (kind === 'time' && value == null) return 'as planned'
    if (kind === 'moment' && !value) return 'none'
    if (kind === 'time' || kind === 'moment') return formatMoment(String(value), formats)
    if (kind === 'minimums')
      return (
        ((value ?? []) as AssignmentMinimum[])
          .map(({ assignment, minimum }) => `${nameOf('assignments', assignment)} ${minimum}`)
          .join(', ') || 'none'
      )
    if (kind === 'several') return ((value ?? []) as number[]).map((id) => nameOf('people', id)).join(', ') || 'no one'
    if (kind === 'text') return value ? `“${cutText(String(value), MAX_TEXT_LENGTH)}”` : 'empty'
    return nameOf(kind, value as number | null) || (kind === 'people' ? 'no one' : 'none')
  }
  return fields
    .filter(([field]) => !isSame(before[field], after[field]))
    .map(([field, label, kind]) => ({ label, from: words(before[field], kind), to: words(after[field], kind) }))
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

export const shiftDifferences = (
  before: ShiftFields & { published?: boolean },
  after: ShiftFields & { published?: boolean },
  say: Words,
): Difference[] => [
  ...compareFields(SHIFT_FIELDS, before, after, say),
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

export const eventDifferences = (before: EventFields, after: EventFields, say: Words): Difference[] =>
  compareFields(EVENT_FIELDS, before, after, say)
