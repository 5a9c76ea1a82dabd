import { Temporal } from 'temporal-polyfill'
import { dayTimeToInstant } from './wall-time-to-instant.ts'

/**
 * Finds when a time of day falls within a span, such as 01:00 in an evening that ends at 02:00.
 * @param time HH:MM in the zone.
 * @param span instants.
 * @returns the first such instant; the time on the span's first day where there is none, for the server to refuse.
 */
export function timeWithin(time: string, { start, end }: { start: string; end: string }, zone: string): string {
  const dayOf = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate()
  const last = dayOf(end)
  const first = dayTimeToInstant(dayOf(start).toString(), time, zone)
  // More than a week is no shift; limits the loop for an odd span.
  for (let n = 0; n < 8; n++) {
    const day = dayOf(start).add({ days: n })
    if (Temporal.PlainDate.compare(day, last) > 0) break
    const at = dayTimeToInstant(day.toString(), time, zone)
    if (Date.parse(at) >= Date.parse(start) && Date.parse(at) <= Date.parse(end)) return at
  }
  return first
}
