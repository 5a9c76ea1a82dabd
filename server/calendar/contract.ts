import type { AvailabilityValue } from '#server/availability/days/contract.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'

/** An event of the calendar. Instants are ISO, UTC. `shifts` (all) and `empty` (open) are null for everybody but admins. */
export type CalendarEvent = {
  id: number
  name: string
  series: number | null
  eventtype: number | null
  start: string
  end: string
  location: number | null
  /** The event's own colour, else its type's. */
  color: string | null
  external: boolean
  event_url: string | null
  /** "off" while it is called off. */
  decision: 'go' | 'off' | null
  organisation: string
  shifts: number | null
  empty: number | null
}

/** A consecutive series as one entry: from the first start to the last end of its events. */
export type CalendarSeries = {
  id: number
  name: string
  start: string
  end: string
  consecutive: boolean
  events: number
  shifts: number | null
  empty: number | null
}

export type CalendarShift = {
  id: number
  event: number
  person: number
  role: number | null
  assignment: number | null
  location: number | null
  start: string
  end: string
  /** The times agreed with the person, where they differ. */
  modified_start: string | null
  modified_end: string | null
  draft: string
  /** Whether the person has signed in already. */
  begun: boolean
  /** What the person has said; where the site asks nobody, `confirmed` until they say otherwise. */
  answer: ShiftAnswer | null
  /** Whether it was asked for twice, and whether somebody is looked for. */
  nudged: boolean
  sought: boolean
}

export type CalendarRequest = {
  id: number
  event: number
  person: number
  comments: string
  /** True once the person holds a shift of the event, or an admin has declined. */
  actioned: boolean
}

export type CalendarAvailability = {
  id: number
  person: number
  date: string
  start: string
  end: string
  available: AvailabilityValue
}

/**
 * One entry of the calendar, in the order of starts. `mine`: the person holds a shift; `requested`: they wait for an answer.
 */
export type CalendarEntry = { kind: 'event' | 'series'; id: number; mine: boolean; requested: boolean }

export type Named = { id: number; name: string }
type ById<T> = Record<string, T>

/** The answer of `GET events/calendar`: the list shape, with `entries` for the order across events and series. */
export type CalendarAnswer = {
  start: string
  end: string
  count: number
  entries: CalendarEntry[]
  order: number[]
  results: {
    events: ById<CalendarEvent>
    /** In full for series that are entries; only the name for series of the entries' events. */
    series: ById<Named & Partial<CalendarSeries>>
    shifts: ById<CalendarShift>
    requests: ById<CalendarRequest>
    availability: ById<CalendarAvailability>
    eventtypes: ById<Named>
    locations: ById<Named>
    assignments: ById<Named>
    roles: ById<Named>
  }
}

/** The longest window of one call, in days. */
export const MAX_WINDOW_DAYS = 400
