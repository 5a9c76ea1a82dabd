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

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** How far a shift may begin before its event or end after it: as far as it moves without asking its person again. Minutes. */
const BESIDE_MINUTES = 30

type Span = { start: Date | string; end: Date | string }

const at = (instant: Date | string) => (typeof instant === 'string' ? Date.parse(instant) : instant.getTime())

/**
 * Whether a shift lies outside its event: it begins or ends more than half an hour beyond it. An event without length has its day.
 * Instants, or times on one wall clock.
 */
export function isOutside(shift: Span, event: Span): boolean {
  const [from, until] = [at(event.start), at(event.end)]
  const beside = BESIDE_MINUTES * MINUTE_MS
  return at(shift.start) < from - beside || at(shift.end) > (until > from ? until : from + DAY_MS) + beside
}

/** The same in SQL, for the shift and the event of two aliases. */
export const outsideSql = (shift: string, event: string): string =>
  `(${shift}.start < ${event}.start - interval '${BESIDE_MINUTES} minutes' or ${shift}."end" > case when ${event}."end" > ${event}.start
    then ${event}."end" else ${event}.start + interval '24 hours' end + interval '${BESIDE_MINUTES} minutes')`

/** The same in SQL, for a shift whose event is not at hand. */
export const outsideEventSql = (shift: string): string =>
  `coalesce((select ${outsideSql(shift, 'of_shift')} from core.events of_shift where of_shift.site_id = ${shift}.site_id and of_shift.id = ${shift}.event), false)`

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
