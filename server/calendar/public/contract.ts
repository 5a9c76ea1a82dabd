/** Instants are ISO, UTC; `location` is a name. */
export type PublicEvent = {
  id: number
  name: string
  start: string
  end: string
  location: string | null
  color: string | null
  organisation: string
  event_url: string | null
  called_off: boolean
}

/** In list shape, so that other sites can read it as an external calendar. */
export type PublicCalendar = { count: number; order: number[]; results: { events: Record<string, PublicEvent> } }
