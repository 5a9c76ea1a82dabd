import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { dayIn, wallTime } from './wall-clock.ts'

dayjs.extend(utc)

/**
 * Formats instants for people. `zone` is the site's IANA zone; formats are dayjs tokens. dayjs only formats here: its
 * zone arithmetic is wrong across clock changes.
 */
const DAY_MS = 86_400_000

export type DayParts = { iso: string; weekday: string; day: string; month: string }

/** Represents the wall clock as UTC, so the device's clock changes cannot shift it. */
const wallClock = (instant: string | Date, zone: string) => dayjs.utc(wallTime(instant, zone))

export const formatInstant = (instant: string | Date, zone: string, format: string) =>
  wallClock(instant, zone).format(format)

/**
 * A calendar day has no zone: as an instant, such as noon in UTC, it would be the next day east of UTC+12.
 * @param day `YYYY-MM-DD`.
 */
export const formatDay = (day: string, format: string) => dayjs.utc(day).format(format)

export function dayParts(instant: string | Date, zone: string): DayParts {
  const wall = wallClock(instant, zone)
  return {
    iso: wall.format('YYYY-MM-DD'),
    weekday: wall.format('ddd'),
    day: wall.format('D'),
    month: wall.format('MMM'),
  }
}

const sameDay = (a: string | Date, b: string | Date, zone: string) => dayIn(a, zone) === dayIn(b, zone)

/** "09:00 – 13:30"; an end on another day has its date. */
export function formatRange(
  start: string | Date,
  end: string | Date,
  zone: string,
  { time, date }: { time: string; date: string },
): string {
  const to = sameDay(start, end, zone)
    ? formatInstant(end, zone, time)
    : `${formatInstant(end, zone, date)} ${formatInstant(end, zone, time)}`
  return `${formatInstant(start, zone, time)} – ${to}`
}

/** Like `formatRange`, but an event over several days has its start date too: "Fri 2 Jul 09:00 – Sun 4 Jul 17:00". */
export function formatFullRange(
  start: string | Date,
  end: string | Date,
  zone: string,
  formats: { time: string; date: string },
): string {
  const range = formatRange(start, end, zone, formats)
  return sameDay(start, end, zone) ? range : `${formatInstant(start, zone, formats.date)} ${range}`
}

/** Like `formatRange`, prefixed with the day where a shift begins on another day than its event, or lies outside it. */
export function formatShiftRange(
  shift: { start: string | Date; end: string | Date; outside?: boolean },
  event: { start: string | Date },
  zone: string,
  formats: { time: string; date: string },
): string {
  const range = formatRange(shift.start, shift.end, zone, formats)
  if (!shift.outside && sameDay(shift.start, event.start, zone)) return range
  return `${formatInstant(shift.start, zone, formats.date)}, ${range}`
}

/** "today", "in N day(s)" or "in the past", by calendar days of the site's zone, not by 24 hours. */
export const daysUntil = (now: string | Date, instant: string | Date, zone: string): string =>
  daysUntilDay(now, dayIn(instant, zone), zone)

/** The same for a calendar day, `YYYY-MM-DD`. */
export function daysUntilDay(now: string | Date, day: string, zone: string): string {
  const days = (Date.parse(day) - Date.parse(dayIn(now, zone))) / DAY_MS
  if (days === 0) return 'today'
  if (days < 0) return 'in the past'
  return days === 1 ? 'in 1 day' : `in ${days} days`
}
