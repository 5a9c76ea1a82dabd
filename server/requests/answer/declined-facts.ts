import { Temporal } from 'temporal-polyfill'
import type { NoticeFacts } from '#server/deliveries/transport.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'

type DeclinedEvent = { event_name: string; start: Date }

/** Describes declined requests to their person. `zone`: the site's IANA zone, for the days. */
export function declinedFacts(events: readonly DeclinedEvent[], reason: string, zone: string): NoticeFacts {
  const names = events.map(({ event_name, start }) => ({
    name: eventName(event_name),
    day: Temporal.Instant.from(start.toISOString())
      .toZonedDateTimeISO(zone)
      .toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  }))
  const [first] = names
  const single = names.length === 1
  return {
    title: single ? `About your request for ${first?.name}` : `About your requests for ${names.length} events`,
    paragraphs: single
      ? [
          `Thank you for offering to help at ${first?.name} on ${first?.day}. We don’t have a shift for you at this event.`,
          ...(reason ? [reason] : []),
        ]
      : [
          'Thank you for offering to help. We don’t have a shift for you at these events:',
          ...names.map(({ name, day }) => `${name}, ${day}`),
          ...(reason ? [reason] : []),
        ],
    action: { label: 'See what else is on', path: '/events/calendar' },
  }
}
