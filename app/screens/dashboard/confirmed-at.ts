import { instantAt } from '../../ui/instant-of.ts'
import { dayParts } from '../../ui/when.ts'

type Shift = { start: string; end: string; actual_start: string | null }
type Asked = { what: 'start' | 'end'; time: string; shift: Shift; now: string; zone: string }

const DAY_MS = 86_400_000
const ms = (instant: string) => Date.parse(instant)

/**
 * The instant that a "Confirm Time" of HH:MM means (specification §5: on the date of the shift or of now; trap T55). A start
 * is on that day of the shift which brings it nearest to the scheduled start. An end is the first after the recorded start
 * on a day of the shift, or on the day of now when the shift ran over midnight; else the server says what is wrong with it.
 * @param zone of the site. @returns ISO.
 */
export function confirmedAt({ what, time, shift, now, zone }: Asked): string {
  const dayOf = (instant: string) => dayParts(instant, zone).iso
  const days = [...new Set([dayOf(shift.start), dayOf(shift.end)])]
  const options = days.map((day) => instantAt(day, time, zone))
  const [first = now] = options
  const off = (instant: string) => Math.abs(ms(instant) - ms(shift.start))
  if (what === 'start') return options.reduce((best, one) => (off(one) < off(best) ? one : best), first)
  const today = instantAt(dayOf(now), time, zone)
  const overran = ms(today) <= ms(now) && ms(today) > ms(shift.end) && ms(today) - ms(shift.end) < DAY_MS / 2
  const begun = ms(shift.actual_start ?? shift.start)
  return [...options, ...(overran ? [today] : [])].find((one) => ms(one) >= begun) ?? first
}
