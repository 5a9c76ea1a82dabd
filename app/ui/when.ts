import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { Temporal } from 'temporal-polyfill'

dayjs.extend(utc)

/**
 * The one place that turns instants into words. `zone` is the site's IANA zone; formats are dayjs tokens (specification §3,
 * Settings). dayjs only formats: the wall clock is computed by Temporal, since dayjs is wrong across clock changes.
 */
export type DayParts = { iso: string; weekday: string; day: string; month: string }

const zoned = (instant: string | Date, zone: string) =>
  Temporal.Instant.from(typeof instant === 'string' ? instant : instant.toISOString()).toZonedDateTimeISO(zone)

/** Held as UTC, so that the reader's own clock changes cannot move it. */
const wallClock = (instant: string | Date, zone: string) =>
  dayjs.utc(zoned(instant, zone).toPlainDateTime().toString({ smallestUnit: 'second' }))

/** An instant on the site's wall clock, by a format of dayjs tokens. */
export const formatInstant = (instant: string | Date, zone: string, format: string) =>
  wallClock(instant, zone).format(format)

export function dayParts(instant: string | Date, zone: string): DayParts {
  const wall = wallClock(instant, zone)
  return {
    iso: wall.format('YYYY-MM-DD'),
    weekday: wall.format('ddd'),
    day: wall.format('D'),
    month: wall.format('MMM'),
  }
}

export const sameDay = (a: string | Date, b: string | Date, zone: string) =>
  zoned(a, zone).toPlainDate().equals(zoned(b, zone).toPlainDate())

/** "09:00 – 13:30"; an end on another day carries its date. */
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

/** "today", "in N day(s)" or "in the past" (specification §9), by calendar days of the site's zone, not by 24 hours. */
export function daysUntil(now: string | Date, instant: string | Date, zone: string): string {
  const days = zoned(now, zone).toPlainDate().until(zoned(instant, zone).toPlainDate()).days
  if (days === 0) return 'today'
  if (days < 0) return 'in the past'
  return days === 1 ? 'in 1 day' : `in ${days} days`
}

/** YYYY-MM-DDTHH:MM on the zone's wall clock, as an instant: a time that the clocks skip is read as after the gap, a doubled one as the first. */
export const instantOf = (wall: string, zone: string): string =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant().toString()

/** The same for HH:MM on a day YYYY-MM-DD. */
export const instantAt = (day: string, time: string, zone: string): string => instantOf(`${day}T${time}`, zone)
