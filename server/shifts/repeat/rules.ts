import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { moveMoment, moveSpan, type Span } from '#server/shift-facts/times/moving.ts'
import { MAX_REPEATS, type RepeatRule } from './contract.ts'

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const FREQ = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY' } as const

/**
 * Lists the local dates on which an event repeats, excluding its own; at most 104. Uses dates only, so that clock
 * changes have no effect; skips months without the day (RFC 5545).
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
  // Not every month has a fifth weekday: use the last one.
  const nth = Math.ceil(day.day / 7)
  return { byDay: [`${nth === 5 ? -1 : nth}${DAYS[day.dayOfWeek - 1]}`] }
}

/**
 * Moves a span to another local date with the same wall-clock times and nights. A skipped time becomes the one after
 * the gap; an ambiguous one the first.
 * @returns the instants, and whether a wall-clock time had to change.
 */
export function spanOn(date: string, span: Span, zone: string): Span & { clocks: boolean } {
  const first = dayOf(span.start, zone)
  return moveSpan(span, { days: first.until(Temporal.PlainDate.from(date), { largestUnit: 'day' }).days }, zone)
}

/** Keeps a shift that starts with or after its event from starting before the repeated one. */
export function moveShift(
  shift: Span,
  { event, to, days, zone }: { event: Span; to: Span; days: number; zone: string },
): Span {
  const moved = moveSpan(shift, { days }, zone)
  const early = Date.parse(moved.start) < Date.parse(to.start) && Date.parse(shift.start) >= Date.parse(event.start)
  const start = early ? to.start : moved.start
  if (Date.parse(moved.end) > Date.parse(start)) return { start, end: moved.end }
  const length = Date.parse(shift.end) - Date.parse(shift.start)
  return { start, end: new Date(Date.parse(start) + length).toISOString() }
}

/**
 * Moves a moment before a start by as many local days. If clocks skip it past the start, it keeps its distance.
 * @param at the moment, `start` its start, and `to` the new start; ISO texts in UTC.
 */
export function moveBefore(
  at: string,
  { start, to }: { start: string; to: string },
  days: number,
  zone: string,
): string {
  const { instant } = moveMoment(at, { days }, zone)
  const target = Temporal.Instant.from(to)
  if (Temporal.Instant.compare(instant, target) < 0) return instant.toString()
  return target.subtract(Temporal.Instant.from(at).until(Temporal.Instant.from(start))).toString()
}

const dayOf = (instant: string, zone: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate()
