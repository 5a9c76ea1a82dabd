import { Temporal } from 'temporal-polyfill'
import { dayParts } from '#app/ui/date-format.ts'

type Shift = { start: string; end: string; actual_start: string | null; actual_end: string | null }

const dayOf = (instant: string, zone: string) => dayParts(instant, zone).iso
const nextDay = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString()
const sorted = (days: (string | null)[]) => [...new Set(days.filter((day) => day !== null))].sort()

/** Days (YYYY-MM-DD, site's zone) on which a shift may have started: its scheduled days and the recorded one. */
export const startDays = ({ start, end, actual_start }: Shift, zone: string): string[] =>
  sorted([dayOf(start, zone), dayOf(end, zone), actual_start && dayOf(actual_start, zone)])

/** Days on which it may have ended: also the day after the schedule, since an evening can run past midnight. */
export const endDays = (shift: Shift, zone: string): string[] =>
  sorted([
    ...startDays(shift, zone),
    nextDay(dayOf(shift.end, zone)),
    shift.actual_end && dayOf(shift.actual_end, zone),
  ])
