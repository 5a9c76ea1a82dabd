import { Temporal } from 'temporal-polyfill'
import { IN_FUTURE, isAhead } from '#server/shifts/hours/limits/rules.ts'

/** From so long before an event begins those who come to it unplanned are on it. */
export const EARLY_MS = 3_600_000
/** A plan that nobody made ends with its event, and after so long at the latest. */
const MAX_UNPLANNED_MS = 12 * 3_600_000
/** So long a device may hold a confirm back for want of a connection. */
const OFFLINE_MS = 14 * 86_400_000
/** Somebody who came before midnight may be entered after it. */
const LATE_MS = 12 * 3_600_000

export const NOT_TODAY = 'Must be today.'

/** The day of an instant in `zone`: from its midnight to the next. */
export function dayOf(at: Date, zone: string): { start: Date; end: Date } {
  const day = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).startOfDay()
  return { start: new Date(day.epochMilliseconds), end: new Date(day.add({ days: 1 }).startOfDay().epochMilliseconds) }
}

/**
 * Whether a kiosk may record a time: one of today in the site's zone, or of the last hours just after midnight, and none that
 * has yet to come. What the device had to keep may be older.
 * @returns what is wrong with it, or null.
 */
export function timeProblem(at: Date, { now, zone, kept }: { now: Date; zone: string; kept: boolean }): string | null {
  if (isAhead(at, now)) return IN_FUTURE
  const { start } = dayOf(now, zone)
  const earliest = kept ? now.getTime() - OFFLINE_MS : Math.min(start.getTime(), now.getTime() - LATE_MS)
  return at.getTime() >= earliest ? null : NOT_TODAY
}

/** Until when a shift is planned that begins unplanned at `at`, on something that ends at `until`. */
export const plannedEnd = (at: Date, until: Date): Date =>
  new Date(Math.min(until.getTime(), at.getTime() + MAX_UNPLANNED_MS))
