import { Temporal } from 'temporal-polyfill'

/** What is known of a shift whose times are recorded. */
export type HoursFacts = {
  start: Date
  end: Date
  actual_start: Date | null
  actual_end: Date | null
}

export type Verdict = { ok: true; at: Date } | { ok: false; message: string }

const no = (message: string): Verdict => ({ ok: false, message })

const local = (at: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
const dayOf = (at: Date, zone: string) => local(at, zone).toPlainDate()
const atOrAfter = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) >= 0

export const NOT_YET = 'This shift has not come yet.'
export const NOT_THAT_DAY = 'Must be on the day of the shift.'
export const AFTER_END = 'Must not be after the end.'
export const NOT_STARTED = 'This shift was not started.'
export const BEFORE_START = 'Must not be before the start.'

/** A person may record from the day on which the shift begins; later they put it right in their profile (specification §2.6, §4). */
const hasCome = (shift: HoursFacts, now: Date, zone: string) => atOrAfter(dayOf(now, zone), dayOf(shift.start, zone))

/** The last day of a shift in the site's zone: one that ends at midnight has nothing of the day that begins there. */
const lastDayOf = (shift: HoursFacts, zone: string) =>
  dayOf(new Date(Math.max(shift.start.getTime(), shift.end.getTime() - 1)), zone)

/** Whether the shift runs up to a midnight or past one, in the site's zone. */
const reachesMidnight = (shift: HoursFacts, zone: string) => !dayOf(shift.start, zone).equals(dayOf(shift.end, zone))

/**
 * When a shift was started: on its day in the site's zone (specification §4; product decisions §2). A shift over midnight has
 * two days. Admins may record any time that is not after the end.
 * @param at what is recorded. @param zone of the site.
 */
export function startVerdict(
  shift: HoursFacts,
  at: Date,
  { now, zone, admin }: { now: Date; zone: string; admin: boolean },
): Verdict {
  if (!admin) {
    if (!hasCome(shift, now, zone)) return no(NOT_YET)
    const day = dayOf(at, zone)
    if (!(atOrAfter(day, dayOf(shift.start, zone)) && atOrAfter(lastDayOf(shift, zone), day))) return no(NOT_THAT_DAY)
  }
  return shift.actual_end && at > shift.actual_end ? no(AFTER_END) : { ok: true, at }
}

/**
 * When a shift was ended: after its start. A time that was joined to the shift's own date lies a day too early past midnight
 * (trap T55): where the shift reaches midnight it is taken as the same time of the next day, if that is nearer to the
 * scheduled end than the time given is to the recorded start. A slip before the start is told, never moved by a guess
 * (decision 018).
 */
export function endVerdict(
  shift: HoursFacts,
  at: Date,
  { now, zone, admin }: { now: Date; zone: string; admin: boolean },
): Verdict {
  if (!admin && !hasCome(shift, now, zone)) return no(NOT_YET)
  if (!shift.actual_start) return no(NOT_STARTED)
  if (at >= shift.actual_start) return { ok: true, at }
  if (!reachesMidnight(shift, zone)) return no(BEFORE_START)
  const next = new Date(local(at, zone).add({ days: 1 }).epochMilliseconds)
  const [late, early] = [next.getTime() - shift.end.getTime(), shift.actual_start.getTime() - at.getTime()]
  return next >= shift.actual_start && late < early ? { ok: true, at: next } : no(BEFORE_START)
}
