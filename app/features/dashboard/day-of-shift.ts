import { dayIn } from '#app/ui/wall-clock.ts'

type Hours = { today: boolean; actual_start: string | null; actual_end: string | null }
type Shift = { start: string; began: boolean; called_off: boolean }

/**
 * Whether the reader has a shift today, which Record Hours and Upcoming Shifts then come first for: one that starts today, that goes on,
 * or whose end they still have to record.
 */
export const isDayOfShift = (
  hours: readonly Hours[],
  shifts: readonly Shift[],
  { now, zone }: { now: string; zone: string },
): boolean =>
  hours.some(({ today, actual_start, actual_end }) => today || (actual_start !== null && actual_end === null)) ||
  shifts.some(({ start, began, called_off }) => !called_off && (began || dayIn(start, zone) === dayIn(now, zone)))
