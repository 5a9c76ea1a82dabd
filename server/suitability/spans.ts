import { Temporal } from 'temporal-polyfill'

/** ISO texts in UTC. */
export type Span = { start: string; end: string }

/** Spans that only touch do not overlap. */
export const overlaps = (a: Span, b: Span): boolean =>
  Date.parse(a.start) < Date.parse(b.end) && Date.parse(a.end) > Date.parse(b.start)

/** Returns the minutes between two spans; negative where they overlap. */
export const minutesBetween = (a: Span, b: Span): number =>
  Math.max(Date.parse(b.start) - Date.parse(a.end), Date.parse(a.start) - Date.parse(b.end)) / 60_000

/** Lists the local days that a span touches, at most 60. Ending at midnight does not touch the next day. */
export function daysOf({ start, end }: Span, zone: string): string[] {
  const first = Temporal.Instant.from(start).toZonedDateTimeISO(zone).toPlainDate()
  const last = Temporal.Instant.from(end).subtract({ milliseconds: 1 }).toZonedDateTimeISO(zone).toPlainDate()
  const days = [first.toString()]
  for (
    let day = first.add({ days: 1 });
    Temporal.PlainDate.compare(day, last) <= 0 && days.length < 60;
    day = day.add({ days: 1 })
  )
    days.push(day.toString())
  return days
}

/** Memoises `daysOf`: many people and shifts share spans, and each conversion is slow. */
export function rememberedDays(zone: string): (span: Span) => string[] {
  const known = new Map<string, string[]>()
  return (span) => {
    const key = `${span.start} ${span.end}`
    const days = known.get(key) ?? daysOf(span, zone)
    known.set(key, days)
    return days
  }
}
