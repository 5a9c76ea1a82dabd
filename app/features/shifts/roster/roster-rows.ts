import type { Staged } from '#app/collections/changeset.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'
import type { RosterAnswer, ShiftFields, StoredShift } from '#server/shifts/roster-editor/contract.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'
import { isWallOutside, movedAlong } from './wall.ts'

/** A shift with its stored values and the staged ones on top. */
export type EditorShift = {
  /** The stored id, or the key of a new shift. */
  key: string
  stored: StoredShift | null
  state: 'kept' | 'new' | 'changed' | 'removed'
  published: boolean
  fields: ShiftFields
  /** The other event with a clashing shift of the person; `HERE` when it is on this roster. */
  clash: string | null
  outside: boolean
  /** The person's obstacle; null without one. */
  unfit: Unfit | null
}

/** The event as edited. Its shifts move along from `from`; null while they stay. */
type EditedEvent = { start: string; end: string; from: string | null }

export type RosterRow = {
  key: string
  assignment: number | null
  role: number | null
  /** Times of the first shift, which most of the others share. */
  start: string
  end: string
  shifts: EditorShift[]
  filled: number
  confirmed: number
  unfit: number
  /** Whether a person is missing or seeks cover. */
  short: boolean
  /** Whether a shift of it is published, so that its people are asked. */
  asked: boolean
  total: number
}

export type RosterFilter =
  | 'all'
  | 'silent'
  | 'cover'
  | 'open'
  | 'clashes'
  | 'unfit'
  | 'outside'
  | 'unpublished'
  | 'unsaved'

/** @param judge returns the obstacle of the person of staged fields. */
export function editorShifts(
  stored: readonly StoredShift[],
  staging: Staged<ShiftFields>,
  event: EditedEvent,
  judge: (fields: ShiftFields) => Unfit | null,
): EditorShift[] {
  const storedShifts = stored.map((row): EditorShift => {
    const change = staging.changed[row.id]
    const state = row.id in staging.removed ? 'removed' : change ? 'changed' : 'kept'
    const moves = event.from !== null && !row.begun
    const fields = { ...(moves ? movedFields(row, event.from ?? '', event.start) : fieldsOf(row)), ...change?.fields }
    return {
      key: String(row.id),
      stored: row,
      state,
      published: row.published,
      fields,
      clash: moves || CLASHING.some((field) => change?.fields[field] !== undefined) ? null : row.clash,
      unfit: moves || JUDGED.some((field) => change?.fields[field] !== undefined) ? judge(fields) : row.unfit,
      outside: isWallOutside(fields, event),
    }
  })
  const shifts = [
    ...storedShifts,
    ...staging.added.map(
      ({ key, fields }): EditorShift => ({
        ...{ key, stored: null, state: 'new', published: false, fields, clash: null },
        unfit: judge(fields),
        outside: isWallOutside(fields, event),
      }),
    ),
  ]
  return shifts.map((shift) =>
    shift.clash === null && isDoubleBooked(shift, shifts) ? { ...shift, clash: HERE } : shift,
  )
}

/** Fields that decide whether a stored clash is still valid. */
const CLASHING = ['person', 'start', 'end', 'modified_start', 'modified_end'] as const

/** Fields that decide whether a stored verdict is still valid. */
const JUDGED = ['person', 'role', 'assignment', 'start', 'end'] as const

/** Replaces the other event's name when the clash is on this roster. */
export const HERE = 'twice here'

const isDoubleBooked = (shift: EditorShift, shifts: readonly EditorShift[]) =>
  shift.state !== 'removed' &&
  shift.fields.person !== null &&
  shifts.some(
    ({ key, state, fields }) =>
      key !== shift.key &&
      state !== 'removed' &&
      fields.person === shift.fields.person &&
      personTimes(fields).start < personTimes(shift.fields).end &&
      personTimes(fields).end > personTimes(shift.fields).start,
  )

const fieldsOf = ({
  person,
  assignment,
  role,
  location,
  start,
  end,
  modified_start,
  modified_end,
  notes,
}: ShiftFields): ShiftFields => ({
  person,
  assignment,
  role,
  location,
  start,
  end,
  ...(modified_start !== undefined && { modified_start }),
  ...(modified_end !== undefined && { modified_end }),
  notes,
})

function movedFields(row: ShiftFields, from: string, to: string): ShiftFields {
  const { start, end, modified_start, modified_end, ...rest } = fieldsOf(row)
  const along = (wall: string) => movedAlong(wall, { from, to })
  return {
    ...rest,
    start: along(start),
    end: along(end),
    ...(modified_start !== undefined && { modified_start: modified_start && along(modified_start) }),
    ...(modified_end !== undefined && { modified_end: modified_end && along(modified_end) }),
  }
}

/** The valid answer: none once the shift is removed or someone else is put on it. */
export const answerOf = ({ state, stored, fields }: EditorShift): RosterAnswer | null =>
  state !== 'removed' && stored?.person === fields.person ? stored.answer : null

const isUnanswered = (shift: EditorShift) => ['asked', 'silent'].includes(answerOf(shift) ?? '')
const seeksCover = (shift: EditorShift) => answerOf(shift) === 'seeking_cover'
const isOpen = (shift: EditorShift) => shift.state !== 'removed' && shift.fields.person === null
const isAstray = (shift: EditorShift) => shift.state !== 'removed' && shift.outside
const isClash = (shift: EditorShift) => shift.state !== 'removed' && shift.clash !== null
export const isUnfit = (shift: EditorShift) => shift.state !== 'removed' && shift.unfit !== null
export const isUnpublished = (shift: EditorShift) => shift.state !== 'removed' && !shift.published

const FILTERS: Record<RosterFilter, (shift: EditorShift) => boolean> = {
  all: () => true,
  silent: isUnanswered,
  cover: seeksCover,
  open: isOpen,
  clashes: isClash,
  outside: isAstray,
  unfit: isUnfit,
  unpublished: isUnpublished,
  unsaved: ({ state }) => state !== 'kept',
}

export const countShifts = (shifts: readonly EditorShift[], filter: RosterFilter) =>
  shifts.filter(FILTERS[filter]).length

/** Groups the shifts into rows, in the order of their first shifts; counts include shifts that the filter hides. */
export function rosterRows(shifts: readonly EditorShift[], filter: RosterFilter = 'all'): RosterRow[] {
  const rows = new Map<string, RosterRow>()
  for (const shift of shifts) {
    const { assignment, role, start, end, person } = shift.fields
    const none = { filled: 0, confirmed: 0, unfit: 0, total: 0, short: false, asked: false }
    const key = `${assignment}-${role}`
    const row = rows.get(key) ?? { key, assignment, role, start, end, shifts: [], ...none }
    rows.set(key, row)
    if (FILTERS[filter](shift)) row.shifts.push(shift)
    if (shift.state === 'removed') continue
    row.total += 1
    if (person !== null) row.filled += 1
    if (isUnfit(shift)) row.unfit += 1
    if (answerOf(shift) === 'confirmed') row.confirmed += 1
    if (isOpen(shift) || seeksCover(shift)) row.short = true
    if (shift.published) row.asked = true
  }
  return [...rows.values()].filter((row) => row.shifts.length)
}

/**
 * Returns the key of the shift that an arrow, Home or End moves to: along the row, or to the same position in the next
 * row; null at the edges.
 */
export function neighbourKey(rows: readonly RosterRow[], from: string, key: string): string | null {
  const row = rows.findIndex(({ shifts }) => shifts.some((shift) => shift.key === from))
  const column = rows[row]?.shifts.findIndex((shift) => shift.key === from) ?? -1
  const keyAt = (rowIndex: number, columnIndex: number) => {
    const shifts = rows[rowIndex]?.shifts
    return shifts?.[Math.min(columnIndex, shifts.length - 1)]?.key ?? null
  }
  if (key === 'ArrowLeft') return column > 0 ? keyAt(row, column - 1) : null
  if (key === 'ArrowRight') return rows[row]?.shifts[column + 1]?.key ?? null
  if (key === 'ArrowUp') return row > 0 ? keyAt(row - 1, column) : null
  if (key === 'ArrowDown') return keyAt(row + 1, column)
  if (key === 'Home') return keyAt(row, 0)
  if (key === 'End') return rows[row]?.shifts.at(-1)?.key ?? null
  return null
}

/** Returns the next open shift in the order of the roster, wrapping at the top; null when no other is open. */
export function nextOpen(rows: readonly RosterRow[], after: string | null): EditorShift | null {
  const all = rows.flatMap(({ shifts }) => shifts)
  const index = all.findIndex(({ key }) => key === after)
  const others = [...all.slice(index + 1), ...all.slice(0, index + 1)]
  return others.find((shift) => isOpen(shift) && shift.key !== after) ?? null
}
