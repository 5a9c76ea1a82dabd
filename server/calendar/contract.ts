import type { AvailabilityValue } from '#server/availability/days/contract.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'

/** Instants are ISO, UTC. `shifts` (all) and `empty` (open) are null except for admins. */
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
  /** "off" while called off. */
  decision: 'go' | 'off' | null
  organisation: string
  shifts: number | null
  empty: number | null
}

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
  modified_start: string | null
  modified_end: string | null
  draft: string
  begun: boolean
  /** Where the site asks no one, `confirmed` until the person says otherwise. */
  answer: ShiftAnswer | null
  /** Whether the person was asked twice, and whether cover is sought. */
  nudged: boolean
  sought: boolean
}

export type CalendarRequest = {
  id: number
  event: number
  person: number
  comments: string
  /** The person holds a shift of the event, or an admin has declined. */
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

/** In the order of starts. `mine`: the person holds a shift; `requested`: their request is pending. */
export type CalendarEntry = { kind: 'event' | 'series'; id: number; mine: boolean; requested: boolean }

export type Named = { id: number; name: string }
type ById<T> = Record<string, T>

/** Response of `GET events/calendar`: list shape; `entries` has the order across events and series. */
export type CalendarAnswer = {
  start: string
  end: string
  count: number
  entries: CalendarEntry[]
  order: number[]
  results: {
    events: ById<CalendarEvent>
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

export const MAX_WINDOW_DAYS = 400
