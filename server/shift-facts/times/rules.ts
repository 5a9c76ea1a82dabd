/** The planned times of a shift, and agreed ones where they differ. Instants as dates or ISO texts. */
export type AgreedTimes<T extends Date | string> = {
  start: T
  end: T
  modified_start?: T | null | undefined
  modified_end?: T | null | undefined
}

/**
 * Returns the times that apply to the person: agreed, else the shift's. Use them to show, send or compare someone's
 * times; only the schedule of reminders uses the shift's own.
 */
export const personTimes = <T extends Date | string>({ start, end, modified_start, modified_end }: AgreedTimes<T>) => ({
  start: modified_start ?? start,
  end: modified_end ?? end,
})

/** SQL of `personTimes`: when the person on the shift `alias` starts. */
export const personStartSql = (alias: string): string => `coalesce(${alias}.modified_start, ${alias}.start)`

export const personEndSql = (alias: string): string => `coalesce(${alias}.modified_end, ${alias}."end")`

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Minutes that a shift may begin before or end after its event: as far as it moves without asking its person again. */
const BESIDE_MINUTES = 30

type Span = { start: Date | string; end: Date | string }

const at = (instant: Date | string) => (typeof instant === 'string' ? Date.parse(instant) : instant.getTime())

/**
 * Whether a shift begins or ends more than half an hour beyond its event. An event without length has its whole day.
 * Instants, or times on one wall clock.
 */
export function isOutside(shift: Span, event: Span): boolean {
  const [from, until] = [at(event.start), at(event.end)]
  const beside = BESIDE_MINUTES * MINUTE_MS
  return at(shift.start) < from - beside || at(shift.end) > (until > from ? until : from + DAY_MS) + beside
}

export const outsideSql = (shift: string, event: string): string =>
  `(${shift}.start < ${event}.start - interval '${BESIDE_MINUTES} minutes' or ${shift}."end" > case when ${event}."end" > ${event}.start
    then ${event}."end" else ${event}.start + interval '24 hours' end + interval '${BESIDE_MINUTES} minutes')`

/** SQL of `isOutside` for a shift whose event is not joined. */
export const outsideEventSql = (shift: string): string =>
  `coalesce((select ${outsideSql(shift, 'of_shift')} from core.events of_shift where of_shift.site_id = ${shift}.site_id and of_shift.id = ${shift}.event), false)`

/** Milliseconds that someone may come before a shift or stay after it. */
const MAX_BEYOND_MS = 12 * 3_600_000
/** The same in SQL, for windows that go by the shift's own times. */
export const BEYOND_SQL = `interval '12 hours'`

/**
 * Checks a person's times: a span that overlaps the shift and extends at most twelve hours beyond it.
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
