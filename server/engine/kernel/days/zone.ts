import { Temporal } from 'temporal-polyfill'
import { ZONES } from './zones.ts'

const MAX_LENGTH = 60
const known = new Map<string, boolean>()

/** Whether a text names a time zone (`Europe/London`) that the program and its database read alike. */
export function isZone(text: string): boolean {
  if (text.length > MAX_LENGTH || !ZONES.has(text)) return false
  const found = known.get(text) ?? isReadHere(text)
  known.set(text, found)
  return found
}

/** An older Node.js lacks the newest names. */
function isReadHere(zone: string): boolean {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId === zone
  } catch {
    return false
  }
}
