import { wallTime } from './wall-clock.ts'

const HALF_A_YEAR_MS = 182 * 86_400_000

/**
 * Whether two zones show different times, now or in the other half of the year. A zone that the browser does not know counts as the
 * same. @param now ISO.
 */
export function isOtherTime(zone: string, device: string | undefined, now: string): boolean {
  if (!device || device === zone) return false
  const later = new Date(Date.parse(now) + HALF_A_YEAR_MS)
  try {
    return [now, later].some((instant) => wallTime(instant, zone) !== wallTime(instant, device))
  } catch {
    return false
  }
}
