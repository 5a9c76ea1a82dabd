/** Tolerance for clock differences. Milliseconds. */
const AHEAD_MS = 5 * 60_000

const HOUR_MS = 3_600_000

/** How early the kiosk accepts a shift's person, and how long after the planned end it stays open. Milliseconds. */
export const BESIDE_MS = HOUR_MS

export const isOver = ({ end }: { end: Date | string }, at: Date | string): boolean =>
  new Date(at).getTime() > new Date(end).getTime() + BESIDE_MS

const DAY_MS = 24 * HOUR_MS

export const IN_FUTURE = 'Must not be in the future.'

export type WorkedTimes = {
  start: Date
  end: Date
  actual_start: Date | null
  actual_end: Date | null
}

export type HoursProblem = { field: 'actual_start' | 'actual_end'; message: string }

export const isAhead = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + AHEAD_MS

/**
 * Returns the maximum time worked on a shift, in milliseconds: a day, or a longer planned shift with the hours beside
 * it. An admin may record one day more than planned.
 */
export function maxWorkedMs({ start, end }: Pick<WorkedTimes, 'start' | 'end'>, admin: boolean): number {
  const planned = end.getTime() - start.getTime()
  return admin ? planned + DAY_MS : Math.max(DAY_MS, planned + 2 * BESIDE_MS)
}

/**
 * Checks new times, whichever way they are written: not in the future, shift not too long (docs/rules.md, "Worked
 * time").
 * @param changed the fields of this write; stored values are not checked again.
 * @returns the field and the message, or null.
 */
export function hoursProblem(
  times: WorkedTimes,
  { now, admin, changed }: { now: Date; admin: boolean; changed: readonly HoursProblem['field'][] },
): HoursProblem | null {
  for (const field of changed) {
    const at = times[field]
    if (at && isAhead(at, now)) return { field, message: IN_FUTURE }
  }
  const { actual_start, actual_end } = times
  if (!actual_start || !actual_end || !changed.length) return null
  const maxMs = maxWorkedMs(times, admin)
  if (actual_end.getTime() - actual_start.getTime() <= maxMs) return null
  const hours = Math.floor(maxMs / HOUR_MS)
  return changed.includes('actual_end')
    ? { field: 'actual_end', message: `Must be at most ${hours} hours after the start.` }
    : { field: 'actual_start', message: `Must be at most ${hours} hours before the end.` }
}
