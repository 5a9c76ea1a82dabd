import { Temporal } from 'temporal-polyfill'
import { MESSAGES } from './rules.ts'

/**
 * An end at or before the start is on the next day, up to this many hours on the wall clock; beyond that it is an
 * error.
 */
const MAX_OVERNIGHT_HOURS = 15

export type Span = {
  start: number
  end: number
  warnings: string[]
}

/**
 * Converts a day and two local times into instants. A skipped time moves forward by the gap; an ambiguous one is the
 * first. Both give warnings.
 */
export function spanOf(
  date: Temporal.PlainDate,
  start: Temporal.PlainTime,
  end: Temporal.PlainTime,
  zone: string,
): Span | { error: string } {
  const overnight = Temporal.PlainTime.compare(end, start) <= 0
  const from = date.toPlainDateTime(start)
  const to = (overnight ? date.add({ days: 1 }) : date).toPlainDateTime(end)
  if (overnight && from.until(to).total('hours') > MAX_OVERNIGHT_HOURS) return { error: MESSAGES.order }
  const startedAt = resolve(from, zone)
  const ended = resolve(to, zone)
  if (ended.instant <= startedAt.instant) return { error: `${MESSAGES.order}: the clocks change within it` }
  return { start: startedAt.instant, end: ended.instant, warnings: [...startedAt.warnings, ...ended.warnings] }
}

export type OpenSpan = Omit<Span, 'end'> & { end: null }

export function spanWithout(date: Temporal.PlainDate, start: Temporal.PlainTime, zone: string): OpenSpan {
  const { instant, warnings } = resolve(date.toPlainDateTime(start), zone)
  return { start: instant, end: null, warnings }
}

export const laterOnTheClock = (epochMs: number, minutes: number, zone: string): number =>
  resolve(
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDateTime().add({ minutes }),
    zone,
  ).instant

const hhmm = (time: Temporal.PlainDateTime | Temporal.ZonedDateTime) =>
  time.toPlainTime().toString({ smallestUnit: 'minute' })

function resolve(wall: Temporal.PlainDateTime, zone: string): { instant: number; warnings: string[] } {
  const zoned = wall.toZonedDateTime(zone, { disambiguation: 'compatible' })
  const instant = zoned.epochMilliseconds
  if (!zoned.toPlainDateTime().equals(wall))
    return { instant, warnings: [`${hhmm(wall)} does not exist on this day; ${hhmm(zoned)} is used`] }
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' })
  if (later.epochMilliseconds !== instant)
    return { instant, warnings: [`${hhmm(wall)} happens twice on this day; the first is used`] }
  return { instant, warnings: [] }
}

/** Returns YYYY-MM-DD. */
export const localDateOf = (epochMs: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDate().toString()

/** Formats YYYY-MM-DD HH:MM on the zone's wall clock. */
export const localTextOf = (epochMs: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')

export const timeTextOf = (epochMs: number, zone: string, day: string) =>
  localTextOf(epochMs, zone).replace(`${day} `, '')

export const isoOf = (epochMs: number) => Temporal.Instant.fromEpochMilliseconds(epochMs).toString()
