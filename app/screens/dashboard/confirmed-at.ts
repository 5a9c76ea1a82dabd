import { dayParts } from '../../ui/date-format.ts'
import { dayTimeToInstant } from '../../ui/wall-time-to-instant.ts'

type Shift = { start: string; end: string; actual_start: string | null }
type Asked = { what: 'start' | 'end'; time: string; shift: Shift; now: string; zone: string }

const ms = (instant: string) => Date.parse(instant)

/**
 * The instant that a "Confirm Time" of HH:MM means (docs/rules.md, "Worked time"). A start
 * is on that day of the shift which brings it nearest to the scheduled start. An end is on the first day of the shift, or
 * after midnight (on its last day, or on the day of now when the shift ran over midnight) where that is after the recorded
 * start and nearer to the scheduled end than a slip before the start would be to it; else the server says what is wrong.
 * @param zone of the site. @returns ISO.
 */
export function confirmedAt({ what, time, shift, now, zone }: Asked): string {
  const dayOf = (instant: string) => dayParts(instant, zone).iso
  const on = (day: string) => dayTimeToInstant(day, time, zone)
  const first = on(dayOf(shift.start))
  if (what === 'start') {
    // One that ends at midnight has nothing of the day that begins there.
    const last = on(dayOf(new Date(Math.max(ms(shift.start), ms(shift.end) - 1)).toISOString()))
    const off = (instant: string) => Math.abs(ms(instant) - ms(shift.start))
    return off(last) < off(first) ? last : first
  }
  const begun = ms(shift.actual_start ?? shift.start)
  if (ms(first) >= begun) return first
  const today = on(dayOf(now))
  const later = [on(dayOf(shift.end)), ...(ms(today) <= ms(now) && ms(today) > ms(shift.end) ? [today] : [])]
  const slip = begun - ms(first)
  return later.find((one) => ms(one) >= begun && ms(one) - ms(shift.end) < slip) ?? first
}
