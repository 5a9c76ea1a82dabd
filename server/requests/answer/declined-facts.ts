import type { NoticeFacts, NoticeShift } from '#server/deliveries/transport.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'

/** Describes declined requests to their person. */
export function declinedFacts(events: readonly NoticeShift[], reason: string): NoticeFacts {
  const [first] = events
  const name = eventName(first?.event_name)
  const single = events.length === 1
  return {
    title: single ? `About your request for ${name}` : `About your requests for ${events.length} events`,
    paragraphs: [
      single
        ? `Thank you for offering to help at ${name}. We don’t have a shift for you at this event.`
        : 'Thank you for offering to help. We don’t have a shift for you at these events.',
      ...(reason ? [reason] : []),
    ],
    shifts: events,
    action: { label: 'See what else is on', path: '/events/calendar' },
  }
}
