import { Temporal } from 'temporal-polyfill'
import { isDay, isInstant } from './field-contract.ts'

/** Half-open bounds as ISO instants: `from` is included, `until` is not. */
export type DayOrInstant = { day: true; from: string; until: string } | { day: false; from: string }

const LATEST = '2999-12-31'

/**
 * Reads a day or an instant. The bounds of a day in `zone` are computed here, so that the database only compares instants and
 * can use an index under row security.
 * @returns null when it is neither.
 */
export function readDayOrInstant(raw: string, zone: string): DayOrInstant | null {
  if (isDay(raw) && raw < LATEST) {
    const day = Temporal.PlainDate.from(raw)
    const begin = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(zone).epochMilliseconds).toISOString()
    return { day: true, from: begin(day), until: begin(day.add({ days: 1 })) }
  }
  // An unencoded plus sign arrives as a space.
  const text = raw.replace(/ (\d\d:\d\d)$/, '+$1')
  return isInstant(text) ? { day: false, from: text } : null
}
