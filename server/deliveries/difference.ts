import type { ShiftMessageKind } from './contract.ts'
import type { ShiftFacts } from './shift-facts.ts'
import type { Told } from './told.ts'

export type NoticeKind = Extract<ShiftMessageKind, 'shift.assigned' | 'shift.changed' | 'shift.cancelled'>

/** The start on which reminders are based. */
export const dueStart = ({ due_start, start }: Pick<ShiftFacts, 'due_start' | 'start'>): string => due_start ?? start

/** Stated facts, with the id that identifies them: renaming a location is no change. */
const STATED = [
  ['event_name'],
  ['start'],
  ['end'],
  ['role', 'role_id'],
  ['assignment', 'assignment_id'],
  ['location', 'location_id'],
] as const

/** Whether a message would read differently from what was `told`. Ignores facts that were not stated. */
export const hasVisibleChange = (told: Partial<ShiftFacts>, shift: Partial<ShiftFacts>): boolean =>
  STATED.some(([name, id]) => {
    const field = id && told[id] !== undefined && shift[id] !== undefined ? id : name
    return told[field] !== undefined && told[field] !== shift[field]
  })

export const lossOf = (shift: ShiftFacts | null, person: number): 'removed' | 'reassigned' | 'unpublished' | null => {
  if (!shift) return 'removed'
  if (shift.person !== person) return 'reassigned'
  return shift.published ? null : 'unpublished'
}

/** Until when a message about the difference is useful: the later of the told end and the current one. */
export const usefulUntil = (told: Partial<ShiftFacts> | null, shift: ShiftFacts | null): string =>
  [told?.end ?? told?.start ?? '', shift?.end ?? ''].sort().at(-1)!

/**
 * Compares what a person was told of a shift with its current state, and returns the message to send. None once they
 * have signed in for it, nor for a removed shift of an event they know is off.
 * @param shift null once it is removed.
 */
export function difference(
  person: number,
  told: Pick<Told, 'state' | 'by' | 'facts'> | null,
  shift: ShiftFacts | null,
  now: Date,
): NoticeKind | 'event.called_off' | 'event.back_on' | null {
  const known = told && told.state !== 'not_theirs' ? told.facts : null
  const knowsOff = told?.state === 'off'
  const isOff = shift?.called_off === true
  const isAhead = (iso: string) => Date.parse(iso) > now.getTime()
  if (!shift || lossOf(shift, person)) {
    if (!known || !isAhead(usefulUntil(known, null))) return null
    return knowsOff ? (shift && !isOff ? 'event.back_on' : null) : 'shift.cancelled'
  }
  if (shift.began) return null
  if (isOff) return known && !knowsOff && isAhead(shift.end) ? 'event.called_off' : null
  if (known && hasVisibleChange(known, shift)) return isAhead(usefulUntil(known, shift)) ? 'shift.changed' : null
  if (knowsOff) return isAhead(shift.end) ? 'event.back_on' : null
  // A phone call does not replace the assignment message.
  return (!known || told?.by === 'hand') && isAhead(shift.end) ? 'shift.assigned' : null
}

/** Whether a difference concerns the shift itself, not its event. */
export const isNotice = (kind: string | null): kind is NoticeKind => kind?.startsWith('shift.') ?? false
