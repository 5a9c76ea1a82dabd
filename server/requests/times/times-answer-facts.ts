import type { NoticeFacts, NoticeShift } from '#server/deliveries/transport.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'

type Asked = {
  event: number
  event_name: string
  start: Date
  end: Date
  modified_start: Date | null
  modified_end: Date | null
}

/**
 * Describes the decision to the person who requested other times.
 * @param reason why they were declined, empty without one; null when they were agreed to.
 * @param shifts theirs, as it is now.
 */
export function timesAnswerFacts(asked: Asked, reason: string | null, shifts: readonly NoticeShift[]): NoticeFacts {
  const name = eventName(asked.event_name)
  const { start, end } = personTimes(asked)
  const wanted = `You asked for {span} on your shift at ${name}.`
  return {
    title: reason === null ? `Your times for ${name} are agreed` : `About your times for ${name}`,
    paragraphs:
      reason === null
        ? [`${wanted} The club has agreed.`]
        : [
            `${wanted} The club cannot agree to these times; your times stay as they were.`,
            ...(reason ? [reason] : []),
          ],
    times: { at: start.toISOString(), until: end.toISOString() },
    shifts,
    action: { label: 'See the event', path: `/events/${asked.event}` },
  }
}
