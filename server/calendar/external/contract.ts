/** An event of another club's calendar. Its id means nothing here: `key` names it across calendars. Instants are ISO, UTC. */
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
 * What the calendars hold. `names` tells what each calls itself; a problem says in words why a calendar could not be read:
 * its events are missing then, and nobody else's.
 */
export type ExternalAnswer = {
  events: ExternalEvent[]
  names: Record<string, string>
  problems: { address: string; problem: string }[]
}
