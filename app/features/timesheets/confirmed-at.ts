import { dayParts } from '#app/ui/date-format.ts'
import { meantInstant } from '#app/ui/wall-time-to-instant.ts'
import { BESIDE_MS, isOver } from '#server/shifts/hours/limits.pure.ts'

type Shift = { start: string; end: string; actual_start: string | null }
type ConfirmedTime = { what: 'start' | 'end'; time: string; shift: Shift; now: string; zone: string }

const toMs = (instant: string) => Date.parse(instant)
const before = (instant: string, ms: number) => new Date(toMs(instant) - ms).toISOString()

/**
 * Returns the instant that "Confirm Time" HH:MM means (docs/rules.md, "Worked time"). A start is on that day of the
 * shift or in the hour before it, whichever is nearest to the scheduled start. An end, while the shift runs, is the
 * last such time after the recorded start. Later, it is on the first day of the shift; or after midnight (on its last
 * day, or today when the shift ran over midnight) where that is after the recorded start and nearer to the scheduled
 * end than a slip before the start would be to it. Otherwise the server refuses it.
 * @param zone of the site.
 * @returns ISO.
 */
export function confirmedAt({ what, time, shift, now, zone }: ConfirmedTime): string {
  const dayOf = (instant: string) => dayParts(instant, zone).iso
  const after = what === 'end' ? shift.actual_start : null
  const onDay = (day: string) => meantInstant(day, time, zone, { now, after })
  const first = onDay(dayOf(shift.start))
  if (what === 'start') {
    const earliest = before(shift.start, BESIDE_MS)
    const early = onDay(dayOf(earliest))
    // A shift that ends at midnight does not reach into the next day.
    const last = onDay(dayOf(new Date(Math.max(toMs(shift.start), toMs(shift.end) - 1)).toISOString()))
    const distance = (instant: string) => Math.abs(toMs(instant) - toMs(shift.start))
    const days = [first, last, ...(toMs(early) >= toMs(earliest) ? [early] : [])]
    return days.reduce((nearest, instant) => (distance(instant) < distance(nearest) ? instant : nearest))
  }
  const startedMs = toMs(shift.actual_start ?? shift.start)
  const today = onDay(dayOf(now))
  const isPossible = (instant: string) => toMs(instant) >= startedMs && toMs(instant) <= toMs(now)
  const last = isOver(shift, now) ? undefined : [today, onDay(dayOf(before(now, DAY_MS)))].find(isPossible)
  if (last) return last
  if (toMs(first) >= startedMs) return first
  const laterDays = [
    onDay(dayOf(shift.end)),
    ...(toMs(today) <= toMs(now) && toMs(today) > toMs(shift.end) ? [today] : []),
  ]
  const slip = startedMs - toMs(first)
  return laterDays.find((instant) => toMs(instant) >= startedMs && toMs(instant) - toMs(shift.end) < slip) ?? first
}

const DAY_MS = 86_400_000
