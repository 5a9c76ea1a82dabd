import { Temporal } from 'temporal-polyfill'
import { type ReminderKind, reminderOf } from '#server/organisation/reminders-contract.ts'

/** The site's quiet hours as local times 'HH:MM'; equal times mean none. */
export type QuietHours = { quiet_start: string; quiet_end: string }

/** Hours before a shift's start below which questions ignore quiet hours. */
export const NIGHT_COUNTS_ABOVE = 12
const HOUR_MS = 3_600_000

/** How long before quiet hours an SMS is sent that would fall into them. */
const BEFORE_QUIET = { minutes: 30 }

/**
 * Returns the instant at which local time in `zone` was `offsetDays` calendar days before `start` (never 24 × n hours).
 * Skipped local times move forward, repeated ones are the later: same as PostgreSQL's `at time zone`, and so as
 * `core.reminder_due`.
 */
export function dueAt(start: Temporal.Instant, zone: string, offsetDays: number): Temporal.Instant {
  const local = start.toZonedDateTimeISO(zone).toPlainDateTime().subtract({ days: offsetDays })
  return local.toZonedDateTime(zone, { disambiguation: 'later' }).toInstant()
}

export const localDate = (instant: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()

/** Returns the quiet hours around `instant` in `zone`, or null outside them. */
export function quietWindow(instant: Temporal.Instant, zone: string, quiet: QuietHours) {
  const local = instant.toZonedDateTimeISO(zone).toPlainDateTime()
  const time = local.toString().slice(11, 16)
  const { quiet_start: start, quiet_end: end } = quiet
  const overnight = start > end
  if (overnight ? time < start && time >= end : time < start || time >= end) return null
  const today = local.toPlainDate()
  const on = (date: Temporal.PlainDate, at: string) => date.toPlainDateTime(Temporal.PlainTime.from(at))
  const begins = on(overnight && time < end ? today.subtract({ days: 1 }) : today, start)
  const ends = on(overnight && time >= start ? today.add({ days: 1 }) : today, end)
  const at = (wall: Temporal.PlainDateTime) => wall.toZonedDateTime(zone, { disambiguation: 'later' }).toInstant()
  return { begins: at(begins), ends: at(ends), before: at(begins.subtract(BEFORE_QUIET)) }
}

/** A shift of a site that people are asked about. */
export type AskedShift = { start: Date; zone: string; quiet: QuietHours }

/**
 * Returns the first instant from `at` when people may be asked: the end of the quiet hours, which do not apply in the
 * last twelve hours before the start.
 */
export function wakingTime(at: Date, { start, zone, quiet }: AskedShift): Date {
  const lastHours = start.getTime() - NIGHT_COUNTS_ABOVE * HOUR_MS
  if (at.getTime() >= lastHours) return at
  const night = quietWindow(Temporal.Instant.fromEpochMilliseconds(at.getTime()), zone, quiet)
  return night ? new Date(Math.min(night.ends.epochMilliseconds, lastHours)) : at
}

/** Returns when a reminder is sent by `channel`: an SMS due in quiet hours moves forward to their start, an email does not. */
export function messageDue(
  start: Temporal.Instant,
  zone: string,
  kind: ReminderKind,
  channel: 'email' | 'sms',
  quiet: QuietHours,
): Temporal.Instant {
  const due = dueAt(start, zone, reminderOf(kind).days)
  return channel === 'sms' ? (quietWindow(due, zone, quiet)?.before ?? due) : due
}
