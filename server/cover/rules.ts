import { type AskedShift, NIGHT_COUNTS_ABOVE, wakingTime } from '#server/deliveries/due.ts'
import { holdUntil, isTogether } from '#server/waiting/rules.ts'
import { type Rung, rungAt } from './rungs.pure.ts'

const HOUR_MS = 3_600_000

/** Inputs of the schedule of requests. `rungs` are the site's. */
export type Ladder = AskedShift & { rungs?: readonly Rung[] }

/** Returns when the next group is asked after one at `now`. In the last twelve hours, waits at most half of the time left. */
export function nextRungAt(now: Date, ladder: Ladder): Date {
  const wait = rungAt(now, ladder.start, ladder.rungs).every * HOUR_MS
  const left = Math.max(0, ladder.start.getTime() - now.getTime())
  return wakingTime(
    new Date(now.getTime() + (left <= NIGHT_COUNTS_ABOVE * HOUR_MS ? Math.min(wait, left / 2) : wait)),
    ladder,
  )
}

export type Availability = 'available' | 'unmarked' | 'if_required'

export type Candidate = {
  person: number
  availability: Availability
  recent: number
  /** When they were last asked to cover any shift; null for never. */
  asked_at: Date | null
  times_asked: number
  /** Their position on the event's waiting list for such a shift; null without an entry. */
  place: number | null
  /** Whether email or SMS can reach them; others see the request on the dashboard. */
  reachable: boolean
}

/**
 * Orders candidates: waiting people by list order, then longest not asked, fewest shifts in 90 days, available before
 * unmarked; people who come only if needed are last. Ties use the search's seed, so that the order is repeatable. Among
 * people last asked together, the less often asked come first; otherwise asking everyone would reset the order.
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
 * Plans the group to ask at `now`, and the time of the next. With over 24 hours left, the first waiting person has an
 * exclusive offer for the length of a hold; later the group has all waiting people, filled up to the size of the rung.
 * Unreachable people are asked too but not counted or waited for.
 * @param inOrder everyone still to ask, in the order of `inFairOrder`.
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

/** Returns the first people in order until `people` of them are reachable; else everyone. */
function upToReachable<T extends Pick<Candidate, 'reachable'>>(inOrder: readonly T[], people: number): T[] {
  let reached = 0
  const last = inOrder.findIndex((one) => {
    if (one.reachable) reached += 1
    return reached === people
  })
  return last < 0 ? [...inOrder] : inOrder.slice(0, last + 1)
}

function drawn(seed: number, person: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(person, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

export type Ending = 'yes' | 'filled' | 'can_come' | 'asked_again' | 'cancelled' | 'started' | 'stopped' | 'nobody_left'

export type SearchedShift = {
  person: number | null
  answer: string | null
  published: boolean
  start: Date
  began: boolean
  called_off: boolean
  /** Whether it has moved to another day or place, or its start by over half an hour, since people were asked. */
  moved: boolean
}

export const needsSomebody = ({ person, answer }: Pick<SearchedShift, 'person' | 'answer'>): boolean =>
  person === null || answer === 'seeking_cover'

/**
 * Returns why a search must end, or null to continue.
 * @param wanted the person who needs cover; null for an open shift.
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
