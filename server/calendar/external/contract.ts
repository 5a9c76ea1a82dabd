/**
 * An event of another club's calendar. Its id is only unique there: `key` identifies it across calendars. Instants are ISO,
 * UTC.
 */
export type ExternalEvent = {
  key: string
  name: string
  start: string
  end: string
  /** Whether it is of whole days: from the first one's midnight on this site to the midnight after the last. */
  all_day: boolean
  location: string | null
  color: string | null
  organisation: string
  event_url: string | null
}

/**
 * The events of the external calendars. `names` has each calendar's own name; a problem explains why a calendar could not be
 * read, whose events are then missing, or how many of its events are left out.
 */
export type ExternalAnswer = {
  events: ExternalEvent[]
  names: Record<string, string>
  problems: { address: string; problem: string }[]
}

/** The events of another club's calendar, and what is to be said of those that are left out. */
export type DecodedCalendar = { events: ExternalEvent[]; problem: string | null }
