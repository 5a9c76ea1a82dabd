import type { ShiftMessageKind } from './contract.ts'
import type { ShiftFacts } from './shift-facts.ts'

/** The last notification of a person: none, that the shift is theirs, or that it no longer is. */
export type Knowledge = 'nothing' | 'assigned' | 'withdrawn'

export type NoticeFacts = {
  before: ShiftFacts | null
  after: ShiftFacts | null
  /** By person id, read from the messages that were sent or are being sent. */
  known: (person: number) => Knowledge
  /** The facts last sent to a person whose cancellation is still queued; null without one. */
  remembers: (person: number) => Partial<ShiftFacts> | null
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
 * action, or of a change or cancellation when they were never notified of the shift.
 */
export function noticesForChange({ before, after, known, remembers, now, actor, weekIsOver, localDate }: NoticeFacts) {
  const ahead = (shift: ShiftFacts) => !shift.began && !shift.called_off && Date.parse(shift.start) > now.getTime()
  const holder = (shift: ShiftFacts | null) => (shift?.published && ahead(shift) ? shift.person : null)
  const [from, to] = [holder(before), holder(after)]
  const notices: Notice[] = []
  const withdrawals: Withdrawal[] = []
  if (before && before.person !== null && before.person !== (after?.published ? after.person : null)) {
    const person = before.person
    const reason = !after ? 'removed' : after.person !== person ? 'reassigned' : 'unpublished'
    if (before.published) withdrawals.push({ person, reason, exceptDate: null })
    if (from !== null && person !== actor && known(person) === 'assigned')
      notices.push({ person, kind: 'shift.cancelled' })
  }
  if (to === null || !after) return { notices, withdrawals }
  if (to !== from) {
    const remembered = remembers(to)
    if (to !== actor && known(to) !== 'assigned') notices.push({ person: to, kind: 'shift.assigned' })
    else if (to !== actor && remembered && hasVisibleChange(remembered, after))
      notices.push({ person: to, kind: 'shift.changed' })
    return { notices, withdrawals }
  }
  if (!before || !hasVisibleChange(before, after)) return { notices, withdrawals }
  const date = localDate(dueStart(after))
  if (localDate(dueStart(before)) !== date) withdrawals.push({ person: to, reason: 'moved', exceptDate: date })
  if (to !== actor) {
    if (known(to) === 'assigned') notices.push({ person: to, kind: 'shift.changed' })
    else if (before.start !== after.start && weekIsOver) notices.push({ person: to, kind: 'shift.assigned' })
  }
  return { notices, withdrawals }
}
