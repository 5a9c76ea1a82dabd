import { Temporal } from 'temporal-polyfill'
import type { NoticeFacts } from '#server/deliveries/transport.ts'
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
 * @param zone the site's IANA zone, for the day and the times.
 */
export function timesAnswerFacts(asked: Asked, reason: string | null, zone: string): NoticeFacts {
  const name = eventName(asked.event_name)
  const local = (at: Date) => Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(zone)
  const time = (at: Date) => local(at).toPlainTime().toString({ smallestUnit: 'minute' })
  const span = ({ start, end }: { start: Date; end: Date }) => `${time(start)} to ${time(end)}`
  const day = local(asked.start).toLocaleString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const wanted = span(personTimes(asked))
  return {
    title: reason === null ? `Your times for ${name} are agreed` : `About your times for ${name}`,
    paragraphs:
      reason === null
        ? [`You asked to ${wanted} on your shift at ${name} on ${day}. The club has agreed.`]
        : [
            `You asked for ${wanted} on your shift at ${name} on ${day}. The club cannot agree to these times; your times stay as they were.`,
            ...(reason ? [reason] : []),
          ],
    action: { label: 'See the event', path: `/events/${asked.event}` },
  }
}
