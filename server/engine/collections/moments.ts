import { Temporal } from 'temporal-polyfill'
import { isDay, isInstant } from './field-contract.ts'

/** Half-open bounds as ISO instants: `from` belongs to the moment, `until` does not. */
export type DayOrInstant = { day: true; from: string; until: string } | { day: false; from: string }

const LATEST = '2999-12-31'

/**
 * Reads a day or an instant. A day is the one in `zone`: its bounds are made here, so that the database compares
 * instants only and can use an index under row security.
 * @returns null when it is neither.
 */
export function readDayOrInstant(raw: string, zone: string): DayOrInstant | null {
  if (isDay(raw) && raw < LATEST) {
    const day = Temporal.PlainDate.from(raw)
    const begin = (of: Temporal.PlainDate) => new Date(of.toZonedDateTime(zone).epochMilliseconds).toISOString()
    return { day: true, from: begin(day), until: begin(day.add({ days: 1 })) }
  }
  // A plus sign that was not encoded arrives as a space.
  const text = raw.replace(/ (\d\d:\d\d)$/, '+$1')
  return isInstant(text) ? { day: false, from: text } : null
}
