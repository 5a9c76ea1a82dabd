import { DAY_MESSAGE } from '#server/engine/kernel/day-text.pure.ts'
import { dayBounds, daysBetween, readDay, weekdayOf } from '#server/engine/kernel/days/rules.ts'
import type { Issues } from '#server/engine/kernel/errors.ts'
import { MAX_RANGE_DAYS } from './contract.ts'

export type DayRow = { date: string; start: Date; end: Date }

export const dayRow = (date: string, zone: string): DayRow => {
  const { start, end } = dayBounds(date, zone)
  return { date, start, end }
}

/**
 * Lists a range's days on the given weekdays (1 Monday to 7 Sunday; none means all).
 * @returns the messages by field for an impossible range.
 */
export function daysOfRange(
  range: { from: string; to: string; weekdays: readonly number[] },
  zone: string,
): { days: DayRow[] } | { issues: Issues } {
  const [from, to] = [readDay(range.from), readDay(range.to)]
  if (!from || !to)
    return { issues: { ...(from ? {} : { from: [DAY_MESSAGE] }), ...(to ? {} : { to: [DAY_MESSAGE] }) } }
  if (to < from) return { issues: { to: ['Must not be before the first day.'] } }
  const days = daysBetween(from, to)
  if (days.length > MAX_RANGE_DAYS) return { issues: { to: [`At most ${MAX_RANGE_DAYS} days at a time.`] } }
  const selected = range.weekdays.length ? days.filter((day) => range.weekdays.includes(weekdayOf(day))) : days
  if (!selected.length) return { issues: { weekdays: ['No such day in this period.'] } }
  return { days: selected.map((day) => dayRow(day, zone)) }
}
