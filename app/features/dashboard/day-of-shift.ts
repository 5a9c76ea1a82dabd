import { isForgotten } from '#app/features/timesheets/forgotten.ts'
import { dayIn } from '#app/ui/wall-clock.ts'

type Hours = { today: boolean; end: string; actual_start: string | null; actual_end: string | null }
type Shift = { start: string; began: boolean; called_off: boolean }

/** Whether Record Hours and Upcoming Shifts come first: a shift starts today, or is running. */
export const isDayOfShift = (
  hours: readonly Hours[],
  shifts: readonly Shift[],
  { now, zone }: { now: string; zone: string },
): boolean =>
  hours.some(
    (shift) =>
      shift.today || (shift.actual_start !== null && shift.actual_end === null && !isForgotten(shift, now, zone)),
  ) || shifts.some(({ start, began, called_off }) => !called_off && (began || dayIn(start, zone) === dayIn(now, zone)))
