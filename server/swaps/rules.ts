import { dayOf } from '#server/engine/kernel/days/rules.ts'
import type { SwapWants } from './contract.ts'

/** The fields that wishes compare: `date` is the local day of the start, `weekday` 1 for Monday to 7 for Sunday. */
export type DatedShift = { id: number; assignment: number | null; date: string; weekday: number }

/**
 * Converts a shift's start to its local day, once, since this is slower than the comparison.
 * @param zone IANA zone of the site.
 */
export function datedShift(
  shift: { id: number; start: Date | string; assignment: number | null },
  zone: string,
): DatedShift {
  const date = dayOf(shift.start, zone)
  return { id: shift.id, assignment: shift.assignment, date, weekday: isoWeekday(date) }
}

export function isWanted(wants: SwapWants, { id, assignment, date, weekday }: DatedShift): boolean {
  if (wants.shifts && !wants.shifts.includes(id)) return false
  if (wants.except?.includes(id)) return false
  if (wants.assignments && !(assignment !== null && wants.assignments.includes(assignment))) return false
  if (wants.start && date < wants.start) return false
  if (wants.end && date > wants.end) return false
  return !wants.weekdays || wants.weekdays.includes(weekday)
}

export const isoWeekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7
