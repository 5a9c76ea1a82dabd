import { formatInstant } from './date-format.ts'
import { dayIn } from './wall-clock.ts'

const DAY_MS = 86_400_000
const HALF_A_YEAR_MINUTES = 183 * 24 * 60

const daysBefore = (instant: string, now: string, zone: string) =>
  (Date.parse(dayIn(now, zone)) - Date.parse(dayIn(instant, zone))) / DAY_MS

/** "13:27" of today, "yesterday 13:27", or "Sat 5 Jun 13:27". @param time a dayjs format. */
export function sinceText(instant: string, now: string, zone: string, time = 'HH:mm'): string {
  const clock = formatInstant(instant, zone, time)
  const days = daysBefore(instant, now, zone)
  if (days === 0) return clock
  return `${days === 1 ? 'yesterday' : formatInstant(instant, zone, 'ddd D MMM')} ${clock}`
}

type Shift = { start: string; now: string; zone: string; time?: string }

/**
 * End of a shift: "13:27" on the day it began, else with the day, such as "02:30 today".
 * @param time a dayjs format.
 */
export function endText(end: string, { start, now, zone, time = 'HH:mm' }: Shift): string {
  const clock = formatInstant(end, zone, time)
  if (dayIn(start, zone) === dayIn(end, zone)) return clock
  const days = daysBefore(end, now, zone)
  const day = days === 0 ? 'today' : days === 1 ? 'yesterday' : `on ${formatInstant(end, zone, 'ddd D MMM')}`
  return `${clock} ${day}`
}

/**
 * "just now", "12 minutes ago", "today 13:27", from yesterday on as `sinceText`, and after half a year a date.
 * @param time a dayjs format.
 */
export function agoText(instant: string, now: string, zone: string, time = 'HH:mm'): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(instant)) / 60_000)
  if (minutes < 2) return 'just now'
  if (minutes < 60) return `${minutes} minutes ago`
  if (minutes > HALF_A_YEAR_MINUTES) return formatInstant(instant, zone, 'D MMM YYYY')
  const today = dayIn(now, zone) === dayIn(instant, zone)
  return `${today ? 'today ' : ''}${sinceText(instant, now, zone, time)}`
}
