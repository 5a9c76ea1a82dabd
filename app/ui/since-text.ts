import { formatInstant } from './date-format.ts'
import { dayIn } from './wall-clock.ts'

const DAY_MS = 86_400_000
const HALF_A_YEAR_MINUTES = 183 * 24 * 60

const daysBefore = (instant: string, now: string, zone: string) =>
  (Date.parse(dayIn(now, zone)) - Date.parse(dayIn(instant, zone))) / DAY_MS

/** Dayjs formats of a time, and of the day of the instant, such as "Sat 5 Jun". */
type Formats = { time: string; date: string }

/** Where no reader has formats of their own: at a kiosk, and in the operators' console. */
export const ANYONES_FORMATS: Formats = { time: 'HH:mm', date: 'ddd D MMM' }

/** "13:27" of today, "yesterday 13:27", or "Sat 5 Jun 13:27". */
export function sinceText(instant: string, now: string, zone: string, { time, date }: Formats): string {
  const clock = formatInstant(instant, zone, time)
  const days = daysBefore(instant, now, zone)
  if (days === 0) return clock
  return `${days === 1 ? 'yesterday' : formatInstant(instant, zone, date)} ${clock}`
}

type Shift = { start: string; now: string; zone: string } & Formats

/** End of a shift: "13:27" on the day it began, else with the day, such as "02:30 today". */
export function endText(end: string, { start, now, zone, time, date }: Shift): string {
  const clock = formatInstant(end, zone, time)
  if (dayIn(start, zone) === dayIn(end, zone)) return clock
  const days = daysBefore(end, now, zone)
  const day = days === 0 ? 'today' : days === 1 ? 'yesterday' : `on ${formatInstant(end, zone, date)}`
  return `${clock} ${day}`
}

/**
 * "just now", "12 minutes ago", "today 13:27", from yesterday on as `sinceText`, and after half a year a date.
 */
export function agoText(instant: string, now: string, zone: string, formats: Formats): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(instant)) / 60_000)
  if (minutes < 2) return 'just now'
  if (minutes < 60) return `${minutes} minutes ago`
  if (minutes > HALF_A_YEAR_MINUTES) return formatInstant(instant, zone, formats.date)
  const today = dayIn(now, zone) === dayIn(instant, zone)
  return `${today ? 'today ' : ''}${sinceText(instant, now, zone, formats)}`
}
