import { Temporal } from 'temporal-polyfill'
import { dayParts } from '../../ui/when.ts'

type Shift = { start: string; end: string; actual_start: string | null; actual_end: string | null }

const dayOf = (instant: string, zone: string) => dayParts(instant, zone).iso
const after = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString()
const sorted = (days: (string | null)[]) => [...new Set(days.filter((day) => day !== null))].sort()

/** Days (YYYY-MM-DD, zone of the site) on which a shift may have been started: those of its schedule, and what is recorded. */
export const daysOfStart = ({ start, end, actual_start }: Shift, zone: string): string[] =>
  sorted([dayOf(start, zone), dayOf(end, zone), actual_start && dayOf(actual_start, zone)])

/** Days on which it may have ended: one more than it was planned for, since an evening can run over midnight. */
export const daysOfEnd = (shift: Shift, zone: string): string[] =>
  sorted([
    ...daysOfStart(shift, zone),
    after(dayOf(shift.end, zone)),
    shift.actual_end && dayOf(shift.actual_end, zone),
  ])
