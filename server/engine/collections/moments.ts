import { Temporal } from 'temporal-polyfill'
import { isDay } from '../kernel/day-text.pure.ts'
import { isInstant } from './field-contract.ts'

/** Half-open bounds as ISO instants: `from` is included, `until` is not. */
export type DayOrInstant = { day: true; from: string; until: string } | { day: false; from: string }

const LATEST = '2999-12-31'

/** Cached bounds by zone and day: computing them took a twentieth of a calendar's time in the process. */
const known = new Map<string, DayOrInstant>()
const MOST_KNOWN = 2_000

/**
 * Parses a day or an instant. Bounds of a day in `zone` are computed here, so that the database compares instants and
 * can use an index under row security.
 * @returns null for other texts.
 */
export function readDayOrInstant(raw: string, zone: string): DayOrInstant | null {
  if (isDay(raw) && raw < LATEST) return boundsOf(raw, zone)
  // An unencoded plus sign arrives as a space.
  const text = raw.replace(/ (\d\d:\d\d)$/, '+$1')
  return isInstant(text) ? { day: false, from: text } : null
}

function boundsOf(text: string, zone: string): DayOrInstant {
  const key = `${zone} ${text}`
  const found = known.get(key)
  if (found) return found
  const day = Temporal.PlainDate.from(text)
  const begin = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(zone).epochMilliseconds).toISOString()
  const bounds = { day: true, from: begin(day), until: begin(day.add({ days: 1 })) } as const
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, bounds)
  return bounds
}
