import { Temporal } from 'temporal-polyfill'
import { NIGHT_COUNTS_ABOVE, type QuietHours, quietWindow } from '#server/deliveries/due.ts'
import { type Rung, rungAt } from './rungs.pure.ts'

const HOUR_MS = 3_600_000

/** What decides when people are asked, and how many. `zone` is the site's, and so are its `rungs`. */
export type Ladder = { start: Date; zone: string; quiet: QuietHours; rungs?: readonly Rung[] }

/**
 * Returns the first instant from `at` on at which people may be asked: the end of the quiet hours, but no later than the last twelve
 * hours before the start, in which the night does not count.
 */
export function wakingTime(at: Date, { start, zone, quiet }: Ladder): Date {
  const lastHours = start.getTime() - NIGHT_COUNTS_ABOVE * HOUR_MS
  if (at.getTime() >= lastHours) return at
  const night = quietWindow(Temporal.Instant.fromEpochMilliseconds(at.getTime()), zone, quiet)
  return night ? new Date(Math.min(night.ends.epochMilliseconds, lastHours)) : at
}

/** Returns when the next people are asked after some were at `now`. In the last twelve hours no more than half of the time left passes. */
export function nextRungAt(now: Date, ladder: Ladder): Date {
  const wait = rungAt(now, ladder.start, ladder.rungs).every * HOUR_MS
  const left = Math.max(0, ladder.start.getTime() - now.getTime())
  return wakingTime(
    new Date(now.getTime() + (left <= NIGHT_COUNTS_ABOVE * HOUR_MS ? Math.min(wait, left / 2) : wait)),
    ladder,
  )
}

/** How long a shift is kept for one person of its waiting list at most. */
const MAX_HOLD_MS = 12 * HOUR_MS
/** With no more than this left until the start, everybody who waits for the shift is asked together. */
const TOGETHER_MS = 24 * HOUR_MS

/** Whether everybody who waits is asked together: in the last 24 hours before the start. */
export const isTogether = (now: Date, start: Date): boolean => start.getTime() - now.getTime() <= TOGETHER_MS

/**
 * Returns until when a shift is kept for one person of its waiting list who is asked at `now` and nobody else: 12 hours, or a quarter of the
 * time left if that is less; not into the quiet hours, in which the next person would not be asked.
 */
export function keptUntil(now: Date, ladder: Ladder): Date {
  const left = ladder.start.getTime() - now.getTime()
  return wakingTime(new Date(now.getTime() + Math.min(MAX_HOLD_MS, left / 4)), ladder)
}

/** As `keptUntil`, for somebody who is asked by the order of the list: where all are asked together, it is the start. */
export const holdUntil = (now: Date, ladder: Ladder): Date =>
  isTogether(now, ladder.start) ? ladder.start : keptUntil(now, ladder)

export type Availability = 'available' | 'unmarked' | 'if_required'

export type Candidate = {
  person: number
  availability: Availability
  /** How many shifts they had in the last 90 days. */
  recent: number
  /** When they were last asked to cover any shift; null for never. */
  asked_at: Date | null
  /** How often they were asked so far. */
  times_asked: number
  /** Their place on the waiting list for such a shift at the event, in its order; null when they do not wait. */
  place: number | null
  /** Whether a mail or a text can reach them; who is asked without either reads it on the dashboard. */
  reachable: boolean
}

/**
 * Orders the people who could cover a shift: who waits for it in the order of the waiting list, then: not asked for the longest time, then fewest shifts in the last 90 days, then available
 * before unmarked. Who comes only if needed comes after everybody else. What is left is drawn by the seed of the search, so that the
 * order can be repeated. Of people who were last asked together, who was asked less often comes first: without that, asking everybody
 * would forget whose turn it was.
 */
export function inFairOrder<T extends Candidate>(candidates: readonly T[], seed: number): T[] {
  return [...candidates].sort(
    (a, b) =>
      Number(a.place === null) - Number(b.place === null) ||
      (a.place ?? 0) - (b.place ?? 0) ||
      Number(a.availability === 'if_required') - Number(b.availability === 'if_required') ||
      (a.asked_at?.getTime() ?? 0) - (b.asked_at?.getTime() ?? 0) ||
      a.times_asked - b.times_asked ||
      a.recent - b.recent ||
      Number(a.availability === 'unmarked') - Number(b.availability === 'unmarked') ||
      drawn(seed, a.person) - drawn(seed, b.person) ||
      a.person - b.person,
  )
}

/**
 * Decides who is asked at `now`, and when the next are. While more than 24 hours are left, the first of the waiting list is asked by
 * themselves for as long as a shift is held (`exclusive`); after that the group has everybody who waits, and others up to the size of the rung.
 * Who cannot be reached is asked in their turn and does not count: others are asked with them, and nobody waits for their answer.
 * @param inOrder everybody who can still be asked, in the order of `inFairOrder`.
 */
export function planGroup<T extends Pick<Candidate, 'place' | 'reachable'>>(
  inOrder: readonly T[],
  now: Date,
  ladder: Ladder,
): { group: T[]; next_at: Date; exclusive: boolean } {
  const waiting = inOrder.filter(({ place }) => place !== null)
  if (waiting.some(isReachable) && !isTogether(now, ladder.start)) {
    const group = upToReachable(waiting, 1)
    return { group, next_at: holdUntil(now, ladder), exclusive: group.length === 1 }
  }
  const { people } = rungAt(now, ladder.start, ladder.rungs)
  const inTurn = people === null ? inOrder : upToReachable(inOrder, people)
  const group = inOrder.slice(0, Math.max(inTurn.length, waiting.length))
  return {
    group,
    next_at: group.some(isReachable) ? nextRungAt(now, ladder) : wakingTime(now, ladder),
    exclusive: false,
  }
}

const isReachable = ({ reachable }: Pick<Candidate, 'reachable'>): boolean => reachable

/** Returns the first ones in order with so many who can be reached among them; everybody where there are fewer. */
function upToReachable<T extends Pick<Candidate, 'reachable'>>(inOrder: readonly T[], people: number): T[] {
  let reached = 0
  const last = inOrder.findIndex((one) => {
    if (one.reachable) reached += 1
    return reached === people
  })
  return last < 0 ? [...inOrder] : inOrder.slice(0, last + 1)
}

/** Mixes a seed and a person into a number that looks random and is always the same. */
function drawn(seed: number, person: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(person, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Why a search ended, or waits for a coordinator. */
export type Ending = 'yes' | 'filled' | 'can_come' | 'asked_again' | 'cancelled' | 'started' | 'stopped' | 'nobody_left'

/** The shift of a search as it is now. */
export type SearchedShift = {
  person: number | null
  answer: string | null
  published: boolean
  start: Date
  began: boolean
  called_off: boolean
  /** Whether it has another day or place than people were asked about, or its start has moved by more than half an hour. */
  moved: boolean
}

/** Whether a shift ahead is open, or its person cannot come. */
export const needsSomebody = ({ person, answer }: Pick<SearchedShift, 'person' | 'answer'>): boolean =>
  person === null || answer === 'seeking_cover'

/**
 * Returns why a search has to end by itself, or null while it goes on.
 * @param wanted whose shift it is that cover is sought for; null for an open shift.
 */
export function endingOf(
  shift: SearchedShift,
  wanted: number | null,
  now: Date,
): Exclude<Ending, 'yes' | 'stopped' | 'nobody_left'> | null {
  if (shift.began || shift.start <= now) return 'started'
  if (shift.called_off || !shift.published) return 'cancelled'
  if (shift.person !== null && shift.person !== wanted) return 'filled'
  if (needsSomebody(shift)) return shift.moved ? 'asked_again' : null
  return shift.answer === 'confirmed' ? 'can_come' : 'asked_again'
}
