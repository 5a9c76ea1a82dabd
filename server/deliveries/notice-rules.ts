import type { ShiftMessageKind } from './contract.ts'
import type { ShiftFacts } from './shift-facts.ts'

/** What a person knows of a shift: nothing, that it is theirs, or that it no longer is. */
export type Known = 'nothing' | 'duty' | 'withdrawn'

export type NoticeFacts = {
  before: ShiftFacts | null
  after: ShiftFacts | null
  /** By person id, from what was sent or is being sent. */
  known: (person: number) => Known
  /** What they were told, where they lost the shift a moment ago and that was not told yet. */
  remembers: (person: number) => Partial<ShiftFacts> | null
  now: Date
  /** The acting person, who is not told about their own action. */
  actor: number | null
  /** True when the week reminder of `after` is already due, so that none will come. */
  weekIsOver: boolean
  localDate: (iso: string) => string
}

export type Notice = {
  person: number
  kind: Extract<ShiftMessageKind, 'shift.assigned' | 'shift.changed' | 'shift.cancelled'>
}

/** Unsent rows to withdraw: all of a person's for the shift, or only those under an earlier local date. */
export type Withdrawal = { person: number; reason: string; exceptDate: string | null }

const TOLD_FIELDS = ['event_name', 'start', 'end', 'role', 'assignment', 'location', 'address'] as const

/** True when a message about the one reads differently from a message about the other. */
export const readsDifferently = (a: Partial<ShiftFacts>, b: Partial<ShiftFacts>) =>
  TOLD_FIELDS.some((field) => a[field] !== b[field])

/**
 * Who is told what when a shift changes: only about published shifts that lie ahead, never about one's own action, a change or
 * withdrawal only if the person knows of the shift.
 */
export function noticesForChange({ before, after, known, remembers, now, actor, weekIsOver, localDate }: NoticeFacts) {
  const ahead = (shift: ShiftFacts) => !shift.began && Date.parse(shift.start) > now.getTime()
  const holder = (shift: ShiftFacts | null) => (shift?.published && ahead(shift) ? shift.person : null)
  const [from, to] = [holder(before), holder(after)]
  const notices: Notice[] = []
  const withdrawals: Withdrawal[] = []
  if (before && before.person !== null && before.person !== (after?.published ? after.person : null)) {
    const person = before.person
    const reason = !after ? 'removed' : after.person !== person ? 'reassigned' : 'unpublished'
    if (before.published) withdrawals.push({ person, reason, exceptDate: null })
    if (from !== null && person !== actor && known(person) === 'duty') notices.push({ person, kind: 'shift.cancelled' })
  }
  if (to === null || !after) return { notices, withdrawals }
  if (to !== from) {
    const remembered = remembers(to)
    if (to !== actor && known(to) !== 'duty') notices.push({ person: to, kind: 'shift.assigned' })
    else if (to !== actor && remembered && readsDifferently(remembered, after))
      notices.push({ person: to, kind: 'shift.changed' })
    return { notices, withdrawals }
  }
  if (!before || !readsDifferently(before, after)) return { notices, withdrawals }
  const date = localDate(after.start)
  if (localDate(before.start) !== date) withdrawals.push({ person: to, reason: 'moved', exceptDate: date })
  if (to !== actor) {
    if (known(to) === 'duty') notices.push({ person: to, kind: 'shift.changed' })
    else if (before.start !== after.start && weekIsOver) notices.push({ person: to, kind: 'shift.assigned' })
  }
  return { notices, withdrawals }
}
