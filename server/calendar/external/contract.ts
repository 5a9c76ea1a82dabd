/** Ids are unique within one calendar, `key` across calendars. Instants are ISO, UTC. */
export type ExternalEvent = {
  key: string
  name: string
  start: string
  end: string
  /** Whole days: from local midnight of the first to the midnight after the last. */
  all_day: boolean
  location: string | null
  color: string | null
  organisation: string
  event_url: string | null
}

/**
 * `names` has each calendar's own name. A problem explains an unreadable calendar, whose events are missing, or how
 * many events were skipped.
 */
export type ExternalAnswer = {
  events: ExternalEvent[]
  names: Record<string, string>
  problems: { address: string; problem: string }[]
}

/** `problem` describes skipped events. */
export type DecodedCalendar = { events: ExternalEvent[]; problem: string | null }
