import { dayBounds, daysBetween, readDay, weekdayOf } from '#server/engine/kernel/days/rules.ts'
import type { Issues } from '#server/engine/kernel/errors.ts'
import { LONGEST_RANGE } from './contract.ts'

const WRONG_DAY = 'Date format must be YYYY-MM-DD'

export type DayRow = { date: string; start: Date; end: Date }

/** What is stored for a day: it begins at the site's own midnight and ends with that day's last millisecond. */
export const dayRow = (date: string, zone: string): DayRow => {
  const { start, end } = dayBounds(date, zone)
  return { date, start, end }
}

/**
 * The days of a stretch that fall on the weekdays given (1 Monday to 7 Sunday; none means all).
 * @returns the messages by field where the stretch makes no sense.
 */
export function daysOfRange(
  range: { from: string; to: string; weekdays: readonly number[] },
  zone: string,
): { days: DayRow[] } | { issues: Issues } {
  const [from, to] = [readDay(range.from), readDay(range.to)]
  if (!from || !to) return { issues: { ...(from ? {} : { from: [WRONG_DAY] }), ...(to ? {} : { to: [WRONG_DAY] }) } }
  if (to < from) return { issues: { to: ['Must not be before the first day.'] } }
  const days = daysBetween(from, to)
  if (days.length > LONGEST_RANGE) return { issues: { to: [`At most ${LONGEST_RANGE} days at once.`] } }
  const wanted = range.weekdays.length ? days.filter((day) => range.weekdays.includes(weekdayOf(day))) : days
  if (!wanted.length) return { issues: { weekdays: ['No such day lies in this stretch.'] } }
  return { days: wanted.map((day) => dayRow(day, zone)) }
}
