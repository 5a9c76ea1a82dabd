import { confirmedAt } from '#app/features/timesheets/confirmed-at.ts'
import { dayIn } from '#app/ui/wall-clock.ts'
import { meantInstant } from '#app/ui/wall-time-to-instant.ts'
import type { TimeStep } from './steps.ts'

const HALF_DAY_MS = 43_200_000

export const twoDigits = (n: number) => String(n).padStart(2, '0')

export const isTwelveHour = (timeFormat: string): boolean => timeFormat.includes('h')

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
 * so that 23:50 entered after midnight is the evening before.
 * @param now the server's clock.
 * @returns ISO.
 */
export function resolveInstant(step: TimeStep, time: string, { now, zone }: { now: string; zone: string }): string {
  const what = step.sign === 'in' ? 'start' : 'end'
  if (step.shift && step.shift.id > 0) return confirmedAt({ what, time, shift: step.shift, now, zone })
  const onDay = (instant: string | Date) => meantInstant(dayIn(instant, zone), time, zone, { now })
  const today = onDay(now)
  return Date.parse(today) - Date.parse(now) <= HALF_DAY_MS ? today : onDay(new Date(Date.parse(now) - HALF_DAY_MS))
}
