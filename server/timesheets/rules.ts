import { addDays, daysBetween } from '#server/engine/kernel/days/rules.ts'
import type { Issues } from '#server/engine/kernel/errors.ts'
import { compareNames } from '#server/engine/kernel/reading-order.pure.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { MAX_PERIOD_DAYS, type Period, type PersonHours, type TimesheetQuery } from './contract.ts'

/**
 * Completes the requested period. Default first day: that of the last day's month. Default last day: today or the first
 * day, whichever is later.
 * @param today on the site's calendar. @returns messages by field for an impossible period.
 */
export function periodOf({ start, end }: TimesheetQuery, today: string): Period | { issues: Issues } {
  const last = end ?? (start && start > today ? start : today)
  const first = start ?? `${last.slice(0, 8)}01`
  if (last < first) return { issues: { end: ['Must not be before the first day.'] } }
  if (last > addDays(first, MAX_PERIOD_DAYS - 1))
    return { issues: { end: [`At most ${MAX_PERIOD_DAYS} days at a time.`] } }
  return { start: first, end: last }
}

export const monthsOf = ({ start, end }: Period): string[] => [
  ...new Set(daysBetween(start, end).map((day) => day.slice(0, 7))),
]

const MIN_LONGER_MS = 3 * 3_600_000

/**
 * Whether a shift took at least three hours and at least half as long again as planned; probably a late sign-out.
 * @param shift `start` and `end` are the person's times.
 */
export function isFarLonger(shift: {
  start: Date
  end: Date
  actual_start: Date | null
  actual_end: Date | null
}): boolean {
  const { start, end, actual_start, actual_end } = shift
  if (!actual_start || !actual_end) return false
  const planned = end.getTime() - start.getTime()
  const worked = actual_end.getTime() - actual_start.getTime()
  return worked - planned >= Math.max(MIN_LONGER_MS, planned / 2)
}

/** `isFarLonger` in SQL for the shift `alias`; false while it has no end. */
export function farLongerSql(alias: string): string {
  const planned = `(${personEndSql(alias)} - ${personStartSql(alias)})`
  const worked = `(${alias}.actual_end - ${alias}.actual_start)`
  return `coalesce(${worked} - ${planned} >= greatest(interval '3 hours', ${planned} / 2), false)`
}

const inCents = (hours: number) => Math.round(hours * 100)
const sum = (values: readonly number[]) => values.reduce((all, value) => all + inCents(value), 0) / 100

export type MonthHours = { person: number; name: string; month: string; shifts: number; hours: number }

/** Adds up hours by person, most hours first and then by name. Sums hundredths as integers to stay exact. */
export function addUp(rows: readonly MonthHours[], months: readonly string[]) {
  const byPerson = new Map<number, MonthHours[]>()
  for (const row of rows) byPerson.set(row.person, [...(byPerson.get(row.person) ?? []), row])
  const people = [...byPerson].map(([person, own]): PersonHours => {
    const hoursIn = (month: string) => sum(own.filter((row) => row.month === month).map(({ hours }) => hours))
    return {
      person,
      name: own[0]?.name ?? '',
      shifts: own.reduce((all, { shifts }) => all + shifts, 0),
      hours: sum(own.map(({ hours }) => hours)),
      by_month: months.map(hoursIn),
    }
  })
  people.sort((a, b) => b.hours - a.hours || compareNames(a.name, b.name))
  const total = {
    people: people.length,
    shifts: people.reduce((all, { shifts }) => all + shifts, 0),
    hours: sum(people.map(({ hours }) => hours)),
    by_month: months.map((_, at) => sum(people.map(({ by_month }) => by_month[at] ?? 0))),
  }
  return { people, total }
}
