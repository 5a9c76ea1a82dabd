import type { ShiftMessageKind } from './contract.ts'
import type { ShiftFacts } from './shift-facts.ts'
import type { Told } from './told.ts'

export type NoticeFacts = {
  before: ShiftFacts | null
  after: ShiftFacts | null
  /** What a person was last told of the shift; null if nothing. */
  told: (person: number) => Told | null
  now: Date
  /** The acting person, who is not notified of their own action. */
  actor: number | null
  /** Whether the week reminder of `after` is already due, so that none will follow. */
  weekIsOver: boolean
  localDate: (iso: string) => string
}

export type Notice = {
  person: number
  kind: Extract<ShiftMessageKind, 'shift.assigned' | 'shift.changed' | 'shift.cancelled'>
}

/** Unsent messages of a person to withdraw: all of the shift, or only reminders of another local date. */
export type Withdrawal = { person: number; reason: string; exceptDate: string | null }

/** When the shift starts by which its reminders fall due. */
export const dueStart = ({ due_start, start }: Pick<ShiftFacts, 'due_start' | 'start'>): string => due_start ?? start

const NOTIFIED_FIELDS = ['event_name', 'start', 'end', 'role', 'assignment', 'location', 'address'] as const

/** Whether a message about the shift would read differently. */
export const hasVisibleChange = (a: Partial<ShiftFacts>, b: Partial<ShiftFacts>) =>
  NOTIFIED_FIELDS.some((field) => a[field] !== b[field])

/**
 * Decides who is notified of a changed shift. Only published shifts in the future count, of events that are not called off. Nobody is notified of their own
 * action, of what they were told already, or of a change or cancellation when they do not know of the shift.
 */
export function noticesForChange({ before, after, told, now, actor, weekIsOver, localDate }: NoticeFacts) {
  const ahead = (shift: ShiftFacts) => !shift.began && !shift.called_off && Date.parse(shift.start) > now.getTime()
  const holder = (shift: ShiftFacts | null) => (shift?.published && ahead(shift) ? shift.person : null)
  const [from, to] = [holder(before), holder(after)]
  const notices: Notice[] = []
  const withdrawals: Withdrawal[] = []
  if (before && before.person !== null && before.person !== (after?.published ? after.person : null)) {
    const person = before.person
    const reason = !after ? 'removed' : after.person !== person ? 'reassigned' : 'unpublished'
    if (before.published) withdrawals.push({ person, reason, exceptDate: null })
    if (from !== null && person !== actor && told(person)?.state === 'theirs')
      notices.push({ person, kind: 'shift.cancelled' })
  }
  if (to === null || !after) return { notices, withdrawals }
  const last = told(to)
  const known = last?.state === 'theirs' ? last.facts : null
  if (to !== from) {
    // A word on the phone replaces no message that gives somebody a shift.
    if (to !== actor && (!known || last?.by === 'hand')) notices.push({ person: to, kind: 'shift.assigned' })
    else if (to !== actor && known && hasVisibleChange(known, after))
      notices.push({ person: to, kind: 'shift.changed' })
    return { notices, withdrawals }
  }
  if (!before || !hasVisibleChange(before, after)) return { notices, withdrawals }
  const date = localDate(dueStart(after))
  if (localDate(dueStart(before)) !== date) withdrawals.push({ person: to, reason: 'moved', exceptDate: date })
  if (to !== actor) {
    if (known) {
      if (hasVisibleChange(known, after)) notices.push({ person: to, kind: 'shift.changed' })
    } else if (before.start !== after.start && weekIsOver) notices.push({ person: to, kind: 'shift.assigned' })
  }
  return { notices, withdrawals }
}
