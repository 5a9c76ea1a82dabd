/** An event as anybody may see it. Instants are ISO, UTC; `location` is a name. */
export type PublicEvent = {
  id: number
  name: string
  start: string
  end: string
  location: string | null
  color: string | null
  organisation: string
  event_url: string | null
}

/** The list shape, so that it is read like every other list, also by other sites as an external calendar. */
export type PublicCalendar = { count: number; order: number[]; results: { events: Record<string, PublicEvent> } }
