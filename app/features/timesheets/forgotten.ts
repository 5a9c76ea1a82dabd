import { dayIn } from '#app/ui/wall-clock.ts'
import { isOver } from '#server/shifts/hours/limits.pure.ts'

type Shift = { end: string; actual_start: string | null }

/** Whether someone forgot to sign out: the shift was started on an earlier day of the site's zone, and is over. */
export const isForgotten = ({ actual_start, end }: Shift, now: string, zone: string): boolean =>
  actual_start !== null && dayIn(actual_start, zone) < dayIn(now, zone) && isOver({ end }, now)
