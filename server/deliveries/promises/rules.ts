import type { RosterNoticeKind } from '../roster-notice-kinds.ts'
import type { ShiftFacts } from '../shift-facts.ts'

/** `hold`: a shift is offered. `ask`: to cover a shift. `gap`: coordinators were told that a shift needs somebody. */
export type PromiseOf = 'hold' | 'ask' | 'gap'

/** The notices that promise their reader something about a shift, and those that end it. */
const NOTICES = {
  'waiting.offered': { of: 'hold', ends: false },
  'waiting.expired': { of: 'hold', ends: true },
  'cover.asked': { of: 'ask', ends: false },
  'cover.taken': { of: 'ask', ends: true },
  'answer.declined': { of: 'gap', ends: false },
  'cover.exhausted': { of: 'gap', ends: false },
  'answer.kept': { of: 'gap', ends: true },
  'cover.ended': { of: 'gap', ends: true },
} as const satisfies Partial<Record<RosterNoticeKind, { of: PromiseOf; ends: boolean }>>

export const PROMISE_KINDS = Object.keys(NOTICES)

/** A notice about a shift as it is stored, of one channel. */
export type StoredNotice = {
  id: number
  person: number
  kind: keyof typeof NOTICES
  channel: 'email' | 'sms'
  event: number | null
  cause: string
  state: string
  useful_until: Date
  shift: number
  subject: number
  /** Who cannot come to the shift; null for an open one. */
  missing: number | null
  what: string
  at: string
}

/** What somebody was promised by the last notice about it. */
export type StandingPromise = Omit<StoredNotice, 'kind' | 'channel' | 'state'> & {
  of: PromiseOf
  /** The channels by which they were told. */
  channels: readonly string[]
}

const LEFT = ['sending', 'sent', 'delivered', 'unknown']

/** What people are still promised, and the gaps that they were told are none any more. */
export type Promises = { standing: StandingPromise[]; closed: StandingPromise[] }

/**
 * Finds what people are promised: what the last notice about it says, as far as it has left. A notice of its end counts as soon as it is queued.
 * @param notices in the order in which they were queued.
 */
export function promisesIn(notices: readonly StoredNotice[], now: Date): Promises {
  const last = new Map<string, StandingPromise & { ends: boolean; left: boolean }>()
  for (const { kind, channel, state, ...notice } of notices) {
    const { of, ends } = NOTICES[kind]
    const key = `${notice.person} ${of} ${of === 'ask' ? notice.subject : notice.shift}`
    const left = LEFT.includes(state)
    const before = last.get(key)
    const channels = before?.cause === notice.cause ? [...before.channels, channel] : [channel]
    if (ends || left) last.set(key, { ...notice, of, channels, ends, left })
    else if (before?.ends) last.delete(key)
  }
  const useful = [...last.values()].filter(({ useful_until }) => useful_until > now)
  return {
    standing: useful.filter(({ ends }) => !ends),
    closed: useful.filter(({ of, ends, left }) => of === 'gap' && ends && left),
  }
}

/** Why a promise has ended: somebody else has the shift, its person comes or is asked anew, it has changed, or nobody is needed for it. */
export type PromiseEnd = 'taken' | 'kept' | 'asked' | 'changed' | 'gone'

/** The last offer of the shift to them, or the request to cover; null once it is deleted. */
export type PromiseRow = { open: boolean; answered: boolean; ended: string | null; moved: boolean } | null

const isOff = (shift: ShiftFacts | null): boolean =>
  !shift?.published || shift.called_off === true || shift.archived === true

/** Whether the one who could not come to a shift cannot come again, although coordinators were told otherwise since. */
export const isGapAgain = ({ missing }: StandingPromise, shift: ShiftFacts | null, now: Date): boolean =>
  !isOff(shift) &&
  missing !== null &&
  shift?.person === missing &&
  shift.answer === 'seeking_cover' &&
  Date.parse(shift.start) > now.getTime()

/** Decides why a promise has ended; null while it stands, and where its reader has ended it themselves. */
export function endOf(promise: StandingPromise, shift: ShiftFacts | null, row: PromiseRow): PromiseEnd | null {
  if (shift && (shift.person === promise.person || shift.began)) return null
  switch (promise.of) {
    case 'hold':
      if (row && (row.answered || row.ended)) return null
      if (isOff(shift)) return 'gone'
      if (shift?.person) return 'taken'
      return row ? null : 'changed'
    case 'ask':
      if (row?.answered || row?.open) return null
      if (isOff(shift)) return 'gone'
      if (row?.ended === 'yes' || row?.ended === 'filled') return 'taken'
      return row?.moved ? 'changed' : 'kept'
    case 'gap':
      if (isOff(shift)) return 'gone'
      if (!shift?.person) return null
      if (shift.person !== promise.missing) return 'taken'
      return shift.answer === 'seeking_cover' ? null : shift.answer === 'asked' ? 'asked' : 'kept'
  }
}
