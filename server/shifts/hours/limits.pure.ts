/** How far a time may be ahead of the server's, since clocks differ. Milliseconds. */
const AHEAD_MS = 5 * 60_000

const HOUR_MS = 3_600_000

/** How long before its start a shift takes its person at the kiosk, and how long after its planned end it stays open. Milliseconds. */
export const BESIDE_MS = HOUR_MS

/** Whether a shift is over: it was to end more than an hour ago. */
export const isOver = ({ end }: { end: Date | string }, at: Date | string): boolean =>
  new Date(at).getTime() > new Date(end).getTime() + BESIDE_MS

const DAY_MS = 24 * HOUR_MS

export const IN_FUTURE = 'Must not be in the future.'

/** The planned and the worked times of a shift; instants. */
export type WorkedTimes = {
  start: Date
  end: Date
  actual_start: Date | null
  actual_end: Date | null
}

export type HoursProblem = { field: 'actual_start' | 'actual_end'; message: string }

/** Whether a time is further ahead than clocks differ. */
export const isAhead = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + AHEAD_MS

/**
 * Returns the longest time that somebody may have worked on one shift: a day, or the whole of a longer planned shift with the hours beside
 * it. An admin, who knows what happened, may record a day more than was planned. Milliseconds.
 */
export function maxWorkedMs({ start, end }: Pick<WorkedTimes, 'start' | 'end'>, admin: boolean): number {
  const planned = end.getTime() - start.getTime()
  return admin ? planned + DAY_MS : Math.max(DAY_MS, planned + 2 * BESIDE_MS)
}

/**
 * Checks the new times of a shift, for every way of writing them: neither may be ahead of the clock, and the shift must not
 * be too long (docs/rules.md, "Worked time").
 * @param changed the fields that this write changes; stored values are not checked again.
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
