import { Temporal } from 'temporal-polyfill'
import { eventName } from '#server/shift-facts/event.pure.ts'

export type NamedShift = {
  id: number
  event_name: string
  assignment: string | null
  role: string | null
  start: Date
  end: Date
}

/** Formats the assignment: "Race Officer, Main", or the event without one. */
export const assignmentWords = ({ assignment, role, event_name }: NamedShift): string =>
  [assignment, role].filter(Boolean).join(', ') || eventName(event_name)

/** Formats a shift: "Race Officer at Winter Series on Sat 19 Dec, 10:00 to 14:00", in the site's IANA zone. */
export function shiftWords(shift: NamedShift, zone: string): string {
  const name = eventName(shift.event_name)
  const assignment = assignmentWords(shift)
  return `${assignment === name ? name : `${assignment} at ${name}`} on ${dayWords(shift.start, zone)}, ${timeWords(shift.start, zone)} to ${timeWords(shift.end, zone)}`
}

/** "Sat 19 Dec". */
export const dayWords = (at: Date, zone: string): string =>
  local(at, zone).toLocaleString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '')

const timeWords = (at: Date, zone: string) => local(at, zone).toPlainTime().toString({ smallestUnit: 'minute' })

const local = (at: Date, zone: string) => Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(zone)
