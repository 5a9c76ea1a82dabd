const MINUTE_MS = 60_000

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

/** The share of a week left until `to`, from 0 to 1. */
export const partLeft = (to: string, now: string): number =>
  Math.min(1, Math.max(0, (Date.parse(to) - Date.parse(now)) / (7 * 1440 * MINUTE_MS)))
