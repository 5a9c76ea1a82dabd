import type { ShiftMessageKind } from './contract.ts'
import type { ShiftFacts } from './shift-facts.ts'
import type { Told } from './told.ts'

export type NoticeKind = Extract<ShiftMessageKind, 'shift.assigned' | 'shift.changed' | 'shift.cancelled'>

/** When the shift starts by which its reminders fall due. */
export const dueStart = ({ due_start, start }: Pick<ShiftFacts, 'due_start' | 'start'>): string => due_start ?? start

/** What a message states, with the id that stands for it: a renamed place is the same place. */
const STATED = [
  ['event_name'],
  ['start'],
  ['end'],
  ['role', 'role_id'],
  ['assignment', 'assignment_id'],
  ['location', 'location_id'],
] as const

/** Whether a message about the shift would read differently from what was `told`. What was not stated makes no difference. */
export const hasVisibleChange = (told: Partial<ShiftFacts>, shift: Partial<ShiftFacts>): boolean =>
  STATED.some(([name, id]) => {
    const field = id && told[id] !== undefined && shift[id] !== undefined ? id : name
    return told[field] !== undefined && told[field] !== shift[field]
  })

/** Why a shift is not a person's any more; null where it is theirs. */
export const lossOf = (shift: ShiftFacts | null, person: number): 'removed' | 'reassigned' | 'unpublished' | null => {
  if (!shift) return 'removed'
  if (shift.person !== person) return 'reassigned'
  return shift.published ? null : 'unpublished'
}

/** Until when a message about the difference is useful: the later of the end that a person was told and the true one. */
export const usefulUntil = (told: Partial<ShiftFacts> | null, shift: ShiftFacts | null): string =>
  [told?.end ?? told?.start ?? '', shift?.end ?? ''].sort().at(-1)!

/**
 * Compares what a person was told of a shift, or did themselves, with what is true, and decides which message tells the difference.
 * Nothing is said of a shift that they have signed in for, nor of one that is gone while they know that its event is off.
 * @param shift null once it is gone.
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
  // A word on the phone replaces no message that gives somebody a shift.
  return (!known || told?.by === 'hand') && isAhead(shift.start) ? 'shift.assigned' : null
}

/** Whether a difference is told of the shift itself, and not of its event. */
export const isNotice = (kind: string | null): kind is NoticeKind => kind?.startsWith('shift.') ?? false
