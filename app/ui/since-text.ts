import { formatInstant } from './date-format.ts'
import { dayIn } from './wall-clock.ts'

const DAY_MS = 86_400_000

/** "13:27" of today, "yesterday 13:27", or "Sat 5 Jun 13:27". @param time a dayjs format. */
export function sinceText(instant: string, now: string, zone: string, time = 'HH:mm'): string {
  const clock = formatInstant(instant, zone, time)
  const days = (Date.parse(dayIn(now, zone)) - Date.parse(dayIn(instant, zone))) / DAY_MS
  if (days === 0) return clock
  return `${days === 1 ? 'yesterday' : formatInstant(instant, zone, 'ddd D MMM')} ${clock}`
}
