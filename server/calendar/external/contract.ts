/**
 * An event of another club's calendar. Its id is only unique there: `key` identifies it across calendars. Instants are ISO,
 * UTC.
 */
export type ExternalEvent = {
  key: string
  name: string
  start: string
  end: string
  location: string | null
  color: string | null
  organisation: string
  event_url: string | null
}

/**
 * The events of the external calendars. `names` has each calendar's own name; a problem explains why a calendar could not be
 * read, whose events are then missing.
 */
export type ExternalAnswer = {
  events: ExternalEvent[]
  names: Record<string, string>
  problems: { address: string; problem: string }[]
}
