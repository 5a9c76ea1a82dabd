import { Temporal } from 'temporal-polyfill'
import { IN_FUTURE, isAhead } from '#server/shifts/hours/limits.pure.ts'

/** Maximum length of an unplanned shift, which otherwise ends with its event. */
const MAX_UNPLANNED_MS = 12 * 3_600_000
/** How long a device may keep a confirmation offline. */
const OFFLINE_MS = 14 * 86_400_000
/** How long after midnight a time of the day before may be entered. */
const LATE_MS = 12 * 3_600_000

export const NOT_TODAY = 'Must be today.'
export const TOO_OLD = 'Must be at most 14 days ago.'

/** The day of an instant in `zone`, from midnight to midnight. */
export function dayOf(at: Date, zone: string): { start: Date; end: Date } {
  const day = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).startOfDay()
  return { start: new Date(day.epochMilliseconds), end: new Date(day.add({ days: 1 }).startOfDay().epochMilliseconds) }
}

/**
 * Checks a recorded time: today in the site's zone, or the last hours just after midnight, and not in the future. A
 * time kept offline may be older, and so may the end of a shift that started earlier.
 * @param since the start of the shift that the time ends.
 * @returns the problem, or null.
 */
export function timeProblem(
  at: Date,
  { now, zone, kept, since = null }: { now: Date; zone: string; kept: boolean; since?: Date | null },
): string | null {
  if (isAhead(at, now)) return IN_FUTURE
  const { start } = dayOf(now, zone)
  const earliest = kept ? now.getTime() - OFFLINE_MS : Math.min(start.getTime(), now.getTime() - LATE_MS)
  const hasStarted = since !== null && since <= at && since.getTime() >= now.getTime() - OFFLINE_MS
  if (at.getTime() >= earliest || hasStarted) return null
  return kept ? TOO_OLD : NOT_TODAY
}

/** The planned end of an unplanned shift that starts at `at`, on an event that ends at `until`. */
export const plannedEnd = (at: Date, until: Date): Date =>
  new Date(Math.min(until.getTime(), at.getTime() + MAX_UNPLANNED_MS))
