import { dayOf } from '#server/engine/kernel/days/rules.ts'
import type { SwapWants } from './contract.ts'

/** What wishes compare of a shift: `date` is the local day on which it begins, `weekday` 1 for Monday to 7 for Sunday. */
export type DatedShift = { id: number; assignment: number | null; date: string; weekday: number }

/** Converts the start of a shift to its local day, which takes longer than comparing it with wishes. @param zone the site's IANA zone. */
export function datedShift(
  shift: { id: number; start: Date | string; assignment: number | null },
  zone: string,
): DatedShift {
  const date = dayOf(shift.start, zone)
  return { id: shift.id, assignment: shift.assignment, date, weekday: isoWeekday(date) }
}

/** Returns whether a shift meets all of someone's wishes. */
export function isWanted(wants: SwapWants, { id, assignment, date, weekday }: DatedShift): boolean {
  if (wants.shifts && !wants.shifts.includes(id)) return false
  if (wants.except?.includes(id)) return false
  if (wants.assignments && !(assignment !== null && wants.assignments.includes(assignment))) return false
  if (wants.start && date < wants.start) return false
  if (wants.end && date > wants.end) return false
  return !wants.weekdays || wants.weekdays.includes(weekday)
}

/** The ISO day of the week of a local date, 1 for Monday to 7 for Sunday. */
export const isoWeekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7
