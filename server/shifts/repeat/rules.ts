import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { MAX_REPEATS, type RepeatRule } from './contract.ts'

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const FREQ = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY' } as const

/**
 * Lists the local dates on which an event repeats, without its own, at most 104. The rule works on dates only, so that no
 * clock change affects it; a month without the day is skipped (RFC 5545).
 * @param first local date of the event, YYYY-MM-DD.
 */
export function repeatDates(first: string, rule: RepeatRule): string[] {
  const day = Temporal.PlainDate.from(first)
  const max = Math.min(rule.count ?? MAX_REPEATS, MAX_REPEATS)
  const until = rule.until === null ? undefined : noon(Temporal.PlainDate.from(rule.until))
  if (until && Temporal.ZonedDateTime.compare(until, noon(day)) < 0) return []
  const found: string[] = []
  new RRuleTemporal({
    freq: FREQ[rule.unit],
    interval: rule.every,
    tzid: 'UTC',
    dtstart: noon(day),
    ...(until ? { until } : {}),
    ...byRule(day, rule),
  }).all((occurrence) => {
    const date = occurrence.toPlainDate().toString()
    if (date > first) found.push(date)
    return found.length < max
  })
  return found.slice(0, max)
}

const noon = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' })

function byRule(day: Temporal.PlainDate, { unit, weekdays, monthly }: RepeatRule) {
  if (unit === 'day') return {}
  if (unit === 'week')
    return { wkst: 'MO', byDay: (weekdays.length ? weekdays : [day.dayOfWeek]).map((n) => DAYS[n - 1] ?? 'MO') }
  if (monthly === 'day') return { byMonthDay: [day.day] }
  // Not every month has a fifth of a weekday: the last is then meant.
  const nth = Math.ceil(day.day / 7)
  return { byDay: [`${nth === 5 ? -1 : nth}${DAYS[day.dayOfWeek - 1]}`] }
}

/** A span on the calendar of a zone; instants are ISO text in UTC. */
export type Span = { start: string; end: string }

/**
 * Moves a span to another local date: the same times on the wall clock and the same number of nights. A time that the clocks
 * skip becomes the one after the gap, one that occurs twice the first.
 * @returns the instants, and whether a wall-clock time had to change.
 */
export function spanOn(date: string, { start, end }: Span, zone: string): Span & { clocks: boolean } {
  const [from, until] = [zoned(start, zone), zoned(end, zone)]
  return moveSpan(
    { start, end },
    from.toPlainDate().until(Temporal.PlainDate.from(date), { largestUnit: 'day' }).days,
    zone,
    until,
  )
}

/** Moves a span by so many local days. */
export function moveSpan(
  { start, end }: Span,
  days: number,
  zone: string,
  until: Temporal.ZonedDateTime = zoned(end, zone),
): Span & { clocks: boolean } {
  const [a, b] = [moveMoment(zoned(start, zone), days), moveMoment(until, days)]
  // A span within a gap would end before it starts: it keeps its length instead.
  const length = Temporal.Instant.from(start).until(Temporal.Instant.from(end))
  const last =
    Temporal.Instant.compare(b.instant, a.instant) > 0 || length.sign === 0 ? b.instant : a.instant.add(length)
  return { start: a.instant.toString(), end: last.toString(), clocks: a.clocks || b.clocks }
}

/** Moves a moment to the same time on the wall clock, so many days later; `clocks` says whether that had to change. */
function moveMoment(at: Temporal.ZonedDateTime, days: number): { instant: Temporal.Instant; clocks: boolean } {
  const plain = at.toPlainDateTime().add({ days })
  const found = plain.toZonedDateTime(at.timeZoneId, { disambiguation: 'compatible' })
  return { instant: found.toInstant(), clocks: !found.toPlainDateTime().equals(plain) }
}

/**
 * Moves a moment before a start by so many local days. Where clocks skip it past the start it stays as long before it as it was.
 * @param at the moment, `start` the start that it belongs to, and `to` where that is moved to; ISO texts in UTC.
 */
export function moveBefore(
  at: string,
  { start, to }: { start: string; to: string },
  days: number,
  zone: string,
): string {
  const { instant } = moveMoment(zoned(at, zone), days)
  const target = Temporal.Instant.from(to)
  if (Temporal.Instant.compare(instant, target) < 0) return instant.toString()
  return target.subtract(Temporal.Instant.from(at).until(Temporal.Instant.from(start))).toString()
}

const zoned = (instant: string, zone: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
