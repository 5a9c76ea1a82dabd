import { wallTime } from './wall-clock.ts'

const HALF_A_YEAR_MS = 182 * 86_400_000

/**
 * Whether two zones show different times, now or in the other half of the year. A zone that the browser does not know
 * counts as the same.
 * @param now ISO.
 */
export const isOtherTime = (zone: string, device: string | undefined, now: string): boolean =>
  isOtherTimeAt(zone, device, now, new Date(Date.parse(now) + HALF_A_YEAR_MS))

/**
 * Whether two zones show different times at any of these instants. A zone that the browser does not know counts as the
 * same.
 */
export function isOtherTimeAt(zone: string, device: string | undefined, ...instants: (string | Date)[]): boolean {
  if (!device || device === zone) return false
  try {
    return instants.some((instant) => wallTime(instant, zone) !== wallTime(instant, device))
  } catch {
    return false
  }
}
