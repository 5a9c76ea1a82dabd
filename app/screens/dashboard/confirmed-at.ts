import { dayParts } from '../../ui/date-format.ts'
import { dayTimeToInstant } from '../../ui/wall-time-to-instant.ts'

type Shift = { start: string; end: string; actual_start: string | null }
type ConfirmedTime = { what: 'start' | 'end'; time: string; shift: Shift; now: string; zone: string }

const toMs = (instant: string) => Date.parse(instant)

/**
 * The instant that a "Confirm Time" of HH:MM means (docs/rules.md, "Worked time"). A start
 * is on that day of the shift which brings it nearest to the scheduled start. An end is on the first day of the shift, or
 * after midnight (on its last day, or on the day of now when the shift ran over midnight) where that is after the recorded
 * start and nearer to the scheduled end than a slip before the start would be to it; else the server says what is wrong.
 * @param zone of the site. @returns ISO.
 */
export function confirmedAt({ what, time, shift, now, zone }: ConfirmedTime): string {
  const dayOf = (instant: string) => dayParts(instant, zone).iso
  const onDay = (day: string) => dayTimeToInstant(day, time, zone)
  const first = onDay(dayOf(shift.start))
  if (what === 'start') {
    // A shift that ends at midnight does not reach into the next day.
    const last = onDay(dayOf(new Date(Math.max(toMs(shift.start), toMs(shift.end) - 1)).toISOString()))
    const distance = (instant: string) => Math.abs(toMs(instant) - toMs(shift.start))
    return distance(last) < distance(first) ? last : first
  }
  const startedMs = toMs(shift.actual_start ?? shift.start)
  if (toMs(first) >= startedMs) return first
  const today = onDay(dayOf(now))
  const laterDays = [
    onDay(dayOf(shift.end)),
    ...(toMs(today) <= toMs(now) && toMs(today) > toMs(shift.end) ? [today] : []),
  ]
  const slip = startedMs - toMs(first)
  return laterDays.find((instant) => toMs(instant) >= startedMs && toMs(instant) - toMs(shift.end) < slip) ?? first
}
