import { dayOf } from '#server/engine/kernel/days/rules.ts'
import type { SwapWants } from './contract.ts'

/** A shift as wishes see it. `start` is an instant, `date` its local day where that is known: to find it takes longer than all the rest. */
export type WantedShift = { id: number; start: Date | string; date?: string; assignment: number | null }

/**
 * Decides whether a shift is one that somebody would take: it meets all that they wish.
 * @param zone the site's IANA zone, in which a shift is of the day on which it begins.
 */
export function isWanted(wants: SwapWants, shift: WantedShift, zone: string): boolean {
  if (wants.shifts && !wants.shifts.includes(shift.id)) return false
  if (wants.except?.includes(shift.id)) return false
  if (wants.assignments && !(shift.assignment !== null && wants.assignments.includes(shift.assignment))) return false
  const date = shift.date ?? dayOf(new Date(shift.start), zone)
  if (wants.start && date < wants.start) return false
  if (wants.end && date > wants.end) return false
  return !wants.weekdays || wants.weekdays.includes(isoWeekday(date))
}

/** The ISO day of the week of a local date, 1 for Monday to 7 for Sunday. */
export const isoWeekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7
