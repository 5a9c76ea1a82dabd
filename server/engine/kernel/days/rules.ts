import { Temporal } from 'temporal-polyfill'

/**
 * Days are `YYYY-MM-DD` on the site's calendar; `zone` is the site's IANA zone. A day may have 23, 24, 25 or 24½ hours.
 */
const zonedAt = (instant: string | Date, zone: string) =>
  Temporal.Instant.from(typeof instant === 'string' ? instant : instant.toISOString()).toZonedDateTimeISO(zone)

const DAY_MS = 86_400_000

const instantOf = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds)

/** Parses an existing day between 1900 and 2199; null for any other text. */
export function readDay(text: string | null | undefined): string | null {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text ?? '')) return null
  try {
    return Temporal.PlainDate.from(text!, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}

export const dayOf = (instant: string | Date, zone: string): string => zonedAt(instant, zone).toPlainDate().toString()

/**
 * Returns a day's first instant, last millisecond and the next day's first instant. Where clocks skip midnight, the day
 * starts after the gap.
 */
export function dayBounds(day: string, zone: string): { start: Date; end: Date; next: Date } {
  const date = Temporal.PlainDate.from(day)
  const start = date.toZonedDateTime(zone)
  const next = instantOf(date.add({ days: 1 }).toZonedDateTime(zone))
  return { start: instantOf(start), end: new Date(next.getTime() - 1), next }
}

/**
 * Returns the first and last day of a span. An end at midnight belongs to the day before; an instant covers its own
 * day.
 * @param day returns the day of an instant, on the site's calendar.
 */
export function daysCovered(
  start: string,
  end: string,
  day: (instant: string | Date) => string,
): { first: string; last: string } {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  const last = to > from ? new Date(to - 1) : start
  return { first: day(start), last: day(last) }
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek

export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
