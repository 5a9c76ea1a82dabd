/** The planned times of a shift, and those agreed with its person where they differ. Instants as dates or as ISO texts. */
export type AgreedTimes<T extends Date | string> = {
  start: T
  end: T
  modified_start?: T | null | undefined
  modified_end?: T | null | undefined
}

/**
 * Returns the times of a shift that hold for its person: those agreed with them, else the shift's. Whatever shows, sends or
 * compares somebody's times on a shift goes by these; only when reminders fall due goes by the shift's own.
 */
export const personTimes = <T extends Date | string>({ start, end, modified_start, modified_end }: AgreedTimes<T>) => ({
  start: modified_start ?? start,
  end: modified_end ?? end,
})

/** The same in SQL: when the person on the shift `alias` starts. */
export const personStartSql = (alias: string): string => `coalesce(${alias}.modified_start, ${alias}.start)`

/** The same in SQL: when the person on the shift `alias` ends. */
export const personEndSql = (alias: string): string => `coalesce(${alias}.modified_end, ${alias}."end")`

/** How far somebody may come before a shift or stay after it. Milliseconds. */
const MAX_BEYOND_MS = 12 * 3_600_000
/** The same in SQL, for a window that is found by the shift's own times. */
export const BEYOND_SQL = `interval '12 hours'`

/**
 * Checks times for a person: together they are a span that overlaps the shift and goes at most twelve hours beyond it.
 * @returns the field and its message, or null.
 */
export function agreedTimesProblem(
  shift: AgreedTimes<Date>,
): { field: 'modified_start' | 'modified_end'; message: string } | null {
  const { start, end } = personTimes(shift)
  const { modified_start: from, modified_end: until } = shift
  if (end <= start)
    return until
      ? { field: 'modified_end', message: 'Must be after the start.' }
      : { field: 'modified_start', message: 'Must be before the end.' }
  if (from && (from >= shift.end || shift.start.getTime() - from.getTime() > MAX_BEYOND_MS))
    return { field: 'modified_start', message: 'Must be within the shift, or at most 12 hours before it.' }
  if (until && (until <= shift.start || until.getTime() - shift.end.getTime() > MAX_BEYOND_MS))
    return { field: 'modified_end', message: 'Must be within the shift, or at most 12 hours after it.' }
  return null
}
