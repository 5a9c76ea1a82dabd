import { dayIn } from '#app/ui/wall-clock.ts'

type Hours = { today: boolean; actual_start: string | null; actual_end: string | null }
type Shift = { start: string; began: boolean; called_off: boolean }

/**
 * Whether Record Hours and Upcoming Shifts come first: a shift starts today, is running, or its end is not recorded.
 */
export const isDayOfShift = (
  hours: readonly Hours[],
  shifts: readonly Shift[],
  { now, zone }: { now: string; zone: string },
): boolean =>
  hours.some(({ today, actual_start, actual_end }) => today || (actual_start !== null && actual_end === null)) ||
  shifts.some(({ start, began, called_off }) => !called_off && (began || dayIn(start, zone) === dayIn(now, zone)))
