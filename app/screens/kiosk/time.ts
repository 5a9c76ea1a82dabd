import { dayIn } from '../../ui/wall-clock.ts'
import { dayTimeToInstant } from '../../ui/wall-time-to-instant.ts'
import { confirmedAt } from '../dashboard/confirmed-at.ts'
import type { TimeStep } from './steps.ts'

const HALF_DAY_MS = 43_200_000

export const twoDigits = (n: number) => String(n).padStart(2, '0')

/** Whether a dayjs format counts twelve hours. */
export const isTwelveHour = (timeFormat: string): boolean => timeFormat.includes('h')

/** Writes HH:MM as the format does: 13:05 or 1:05 pm. */
export function clockText(time: string, timeFormat: string): string {
  if (!isTwelveHour(timeFormat)) return time
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'am' : 'pm'}`
}

/** Sets the hour of HH:MM from a box of twelve hours, in the same half of the day. */
export function withTwelveHour(time: string, hour: number): string {
  const half = Number(time.slice(0, 2)) < 12 ? 0 : 12
  return `${twoDigits((hour % 12) + half)}:${time.slice(3)}`
}

/** Adds minutes to HH:MM, wrapping at midnight. */
export function addMinutes(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const total = (hour * 60 + minute + minutes + 1440) % 1440
  return `${twoDigits(Math.floor(total / 60))}:${twoDigits(total % 60)}`
}

/** Returns the last two quarter hours before a time, which people remember. @param time HH:MM */
export function quartersBefore(time: string): string[] {
  const sinceQuarter = Number(time.slice(3)) % 15 || 15
  return [addMinutes(time, -sinceQuarter), addMinutes(time, -sinceQuarter - 15)]
}

/**
 * Resolves HH:MM on the site's clock: on a day of the shift, else the latest such time no more than half a day ahead,
 * so that 23:50 entered after midnight is the evening before. @param now the server's clock. @returns ISO.
 */
export function resolveInstant(step: TimeStep, time: string, { now, zone }: { now: string; zone: string }): string {
  const what = step.sign === 'in' ? 'start' : 'end'
  if (step.shift && step.shift.id > 0) return confirmedAt({ what, time, shift: step.shift, now, zone })
  const today = dayTimeToInstant(dayIn(now, zone), time, zone)
  if (Date.parse(today) - Date.parse(now) <= HALF_DAY_MS) return today
  return dayTimeToInstant(dayIn(new Date(Date.parse(now) - HALF_DAY_MS), zone), time, zone)
}
