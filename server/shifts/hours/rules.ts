import { Temporal } from 'temporal-polyfill'
import { BESIDE_MS, hoursProblem, isOver, type WorkedTimes } from './limits.pure.ts'

declare const checked: unique symbol

export type CheckedTime = Date & { readonly [checked]: true }

export type HoursFacts = WorkedTimes

export type Verdict = { ok: true; at: CheckedTime } | { ok: false; message: string }

/** `zone` is the site's. At a kiosk, a shift's span includes the hour before and after, whatever the calendar day. */
export type Recording = { now: Date; zone: string; admin: boolean; kiosk?: boolean }

const no = (message: string): Verdict => ({ ok: false, message })

function checkLimits(
  shift: HoursFacts,
  what: 'actual_start' | 'actual_end',
  at: Date,
  { now, admin }: Recording,
): Verdict {
  const problem = hoursProblem({ ...shift, [what]: at }, { now, admin, changed: [what] })
  return problem ? no(problem.message) : { ok: true, at: at as CheckedTime }
}

const local = (at: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
const dayOf = (at: Date, zone: string) => local(at, zone).toPlainDate()
const atOrAfter = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) >= 0

export const NOT_YET = 'This shift hasn’t started yet.'
export const NOT_THAT_DAY = 'Must be on the day of the shift.'
export const AFTER_END = 'Must not be after the end.'
export const NOT_STARTED = 'This shift was not started.'
export const BEFORE_START = 'Must not be before the start.'

const isNear = (shift: HoursFacts, at: Date) => at.getTime() >= shift.start.getTime() - BESIDE_MS && !isOver(shift, at)

/** People may record times from the first day of the shift, and correct them later in their profile. */
const hasCome = (shift: HoursFacts, { now, zone, kiosk }: Recording) =>
  atOrAfter(dayOf(now, zone), dayOf(shift.start, zone)) || (kiosk === true && isNear(shift, now))

/** Returns the shift's last local day. One that ends at midnight does not reach the next day. */
const lastDayOf = (shift: HoursFacts, zone: string) =>
  dayOf(new Date(Math.max(shift.start.getTime(), shift.end.getTime() - 1)), zone)

const reachesMidnight = (shift: HoursFacts, zone: string) => !dayOf(shift.start, zone).equals(dayOf(shift.end, zone))

/**
 * Accepts a start on the shift's local day (two days over midnight). Admins may record any past time that is not after
 * the end.
 * @param at the recorded time.
 */
export function startVerdict(shift: HoursFacts, at: Date, recording: Recording): Verdict {
  const { zone, admin, kiosk } = recording
  if (!admin && !(kiosk && isNear(shift, at))) {
    if (!hasCome(shift, recording)) return no(NOT_YET)
    const day = dayOf(at, zone)
    if (!(atOrAfter(day, dayOf(shift.start, zone)) && atOrAfter(lastDayOf(shift, zone), day))) return no(NOT_THAT_DAY)
  }
  return shift.actual_end && at > shift.actual_end ? no(AFTER_END) : checkLimits(shift, 'actual_start', at, recording)
}

/**
 * Accepts an end after the start. A time combined with the shift's own date is a day early past midnight: where the
 * shift reaches midnight, it moves to the next day if that is nearer to the scheduled end than the given time is to the
 * recorded start. Refuses a time slightly before the start: on a shift from 22:00 to 06:00, 21:00 is a slip, and 07:30
 * its late end.
 */
export function endVerdict(shift: HoursFacts, at: Date, recording: Recording): Verdict {
  const { zone, admin } = recording
  if (!admin && !hasCome(shift, recording)) return no(NOT_YET)
  if (!shift.actual_start) return no(NOT_STARTED)
  if (at >= shift.actual_start) return checkLimits(shift, 'actual_end', at, recording)
  if (!reachesMidnight(shift, zone)) return no(BEFORE_START)
  const next = new Date(local(at, zone).add({ days: 1 }).epochMilliseconds)
  const [late, early] = [next.getTime() - shift.end.getTime(), shift.actual_start.getTime() - at.getTime()]
  return next >= shift.actual_start && late < early
    ? checkLimits(shift, 'actual_end', next, recording)
    : no(BEFORE_START)
}

export const isForgotten = (shift: { end: Date; actual_start: Date | null }, at: Date, zone: string): boolean =>
  shift.actual_start !== null &&
  Temporal.PlainDate.compare(dayOf(shift.actual_start, zone), dayOf(at, zone)) < 0 &&
  isOver(shift, at)
