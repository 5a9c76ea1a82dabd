import { eventName } from '#server/shift-facts/event.pure.ts'
import type { PublicEvent } from './contract.ts'

const isWebAddress = (text: string | null) => text !== null && /^https?:\/\//i.test(text)

/**
 * Describes a public event to search engines (schema.org). @param page the address of its page. @param home the club's
 * own pages, or ''.
 */
export const structuredEvent = (event: PublicEvent, { page, home }: { page: string; home: string }) => ({
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: eventName(event.name),
  startDate: event.start,
  endDate: event.end,
  eventStatus: `https://schema.org/${event.called_off ? 'EventCancelled' : 'EventScheduled'}`,
  url: page,
  ...(isWebAddress(event.event_url) && { sameAs: event.event_url }),
  ...(event.location && { location: { '@type': 'Place', name: event.location, address: event.location } }),
  organizer: { '@type': 'Organization', name: event.organisation, ...(isWebAddress(home) && { url: home }) },
})

const ESCAPED: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Escapes JSON for a script element: its content cannot end the element or begin a comment. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (letter) => ESCAPED[letter] ?? letter)
