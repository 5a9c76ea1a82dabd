const MINUTE_MS = 60_000

/** "in 4 days 7 h", "in 6 h 50 min", "in 12 min", "now"; the time until `to` as seen at `now`, both instants. Two parts at most. */
export function timeLeft(to: string, now: string): string {
  const minutes = Math.ceil((Date.parse(to) - Date.parse(now)) / MINUTE_MS)
  if (minutes <= 0) return 'now'
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  const part = (count: number, unit: string) => (count ? [`${count} ${unit}`] : [])
  const parts = days
    ? [...part(days, days === 1 ? 'day' : 'days'), ...part(hours, 'h')]
    : [...part(hours, 'h'), ...part(rest, 'min')]
  return `in ${parts.join(' ')}`
}

/** The part of a week that is left until `to`, from 0 to 1, for a ring that runs out. */
export const partLeft = (to: string, now: string): number =>
  Math.min(1, Math.max(0, (Date.parse(to) - Date.parse(now)) / (7 * 1440 * MINUTE_MS)))
