import type { NoticeShift } from '#server/deliveries/transport.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { type Clock, shortDate, timeRange } from './shift/wall-clock.ts'

type Named = Pick<NoticeShift, 'event_name' | 'assignment' | 'role'>

/** Formats the assignment: "Race Officer, Main", or the event without one. */
export const assignmentWords = ({ assignment, role, event_name }: Named): string =>
  [assignment, role].filter(Boolean).join(', ') || eventName(event_name)

/** Formats a shift for its reader: "Race Officer at Winter Series on Sat 19 Dec, 10:00 am – 2:00 pm". */
export function shiftWords(shift: NoticeShift, clock: Clock): string {
  const name = eventName(shift.event_name)
  const assignment = assignmentWords(shift)
  return `${assignment === name ? name : `${assignment} at ${name}`} on ${shortDate(shift.start, clock)}, ${timeRange(shift.start, shift.end, clock)}`
}
