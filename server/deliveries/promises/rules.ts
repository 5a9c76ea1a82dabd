import type { PromisedRow } from '#server/engine/features.ts'
import type { RosterNoticeKind } from '../roster-notice-kinds.ts'
import type { ShiftFacts } from '../shift-facts.ts'

/** `hold`: an offered shift. `ask`: a request to cover. `gap`: coordinators were told that a shift needs someone. */
export type PromiseOf = 'hold' | 'ask' | 'gap'

/** Notices that make a promise about a shift, and those that end it. */
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

const isKind = (kind: string): kind is keyof typeof NOTICES => Object.hasOwn(NOTICES, kind)

export const GAP_KINDS = PROMISE_KINDS.filter((kind) => isKind(kind) && NOTICES[kind].of === 'gap')
export const GAP_ENDS = GAP_KINDS.filter((kind) => isKind(kind) && NOTICES[kind].ends)

/** Whether a notice offers a shift, asks for someone to cover it or says that it needs someone. */
export const makesPromise = (kind: string): boolean => isKind(kind) && !NOTICES[kind].ends

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
  /** The person who cannot come; null for an open shift. */
  missing: number | null
  what: string
  at: string
  /** Whether its reader then ended or reopened it themself; null if neither. */
  ends: boolean | null
  /** Whether its reader has said yes on a screen, and the yes waits. */
  kept: boolean
}

/** A promise made by the last notice about it. */
export type StandingPromise = Omit<StoredNotice, 'kind' | 'channel' | 'state' | 'ends' | 'kept'> & {
  of: PromiseOf
  channels: readonly string[]
}

/** States of a message that has left, or may have. */
export const LEFT = ['sending', 'sent', 'delivered', 'unknown']

/** Open promises, and gaps reported as closed. */
export type Promises = { standing: StandingPromise[]; closed: StandingPromise[] }

/**
 * Finds open promises: the last sent notice about each counts; a notice of its end counts once queued.
 * @param notices in the order of queueing.
 */
export function promisesIn(notices: readonly StoredNotice[], now: Date): Promises {
  const last = new Map<string, StandingPromise & { ends: boolean; left: boolean }>()
  for (const { kind, channel, state, ends: own, kept, ...notice } of notices) {
    const { of } = NOTICES[kind]
    const ends = own ?? NOTICES[kind].ends
    const key = `${notice.person} ${of} ${of === 'ask' ? notice.subject : notice.shift}`
    const before = last.get(key)
    // Its email has been sent, and its text waits for the morning.
    const left =
      LEFT.includes(state) || kept || (ends && before?.ends === true && before.cause === notice.cause && before.left)
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

/**
 * Why a promise has ended: someone else has the shift; its person comes; its person's answer no longer counts, and they
 * are asked again, or not; it has changed; it needs no one.
 */
export type PromiseEnd = 'taken' | 'kept' | 'asked' | 'unanswered' | 'changed' | 'gone'

export type PromiseRow = Omit<PromisedRow, 'id'> | null

const isOff = (shift: ShiftFacts | null): boolean =>
  !shift?.published || shift.called_off === true || shift.archived === true

/** Whether a gap that was closed lacks a person again, or its person now cannot come after all. */
export const isOpenAgain = (promise: StandingPromise, shift: ShiftFacts | null, now: Date): boolean =>
  isGapAgain(promise, shift, now) ||
  (!isOff(shift) && shift !== null && shift.person === null && Date.parse(shift.start) > now.getTime())

export const isGapAgain = ({ missing }: StandingPromise, shift: ShiftFacts | null, now: Date): boolean =>
  !isOff(shift) &&
  missing !== null &&
  shift?.person === missing &&
  shift.answer === 'seeking_cover' &&
  Date.parse(shift.start) > now.getTime()

/** Returns why a promise has ended; null while it is open, or if its reader ended it. */
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
      return shift.answer === 'seeking_cover' ? null : shift.answer === 'asked' ? 'unanswered' : 'kept'
  }
}
