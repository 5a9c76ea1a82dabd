import * as z from 'zod'
import { flag } from '#server/engine/collections/flag-input.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import type { Availability, Obstacle } from '#server/suitability/contract.ts'

/** Default length of the list in days. */
export const DAYS_AHEAD = 56
export const MAX_DAYS = 366
export const MAX_OPEN = 2_000

const id = z.coerce.number().int().positive()
const moment = boundedText({ max: 40 }).meta({ format: 'date', description: 'A day, or an instant with its zone.' })

export const openShiftFilters = z.object({
  assignment: id.optional(),
  eventtype: id.optional(),
  location: id.optional(),
  /** Days of the week on which a shift starts, 1 = Monday to 7 = Sunday, as `6,7`. */
  weekday: boundedText({ max: 13 })
    .refine((text) => /^[1-7](,[1-7]){0,6}$/.test(text), 'Days from 1 (Monday) to 7 (Sunday), such as 6,7.')
    .optional(),
})
export type OpenShiftFilters = z.output<typeof openShiftFilters>

export const openShiftsQuery = openShiftFilters.extend({
  start: moment.optional(),
  end: moment.optional(),
  /** One day, instead of `start` and `end`. */
  on: moment.optional(),
  can: flag.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  offset: z.coerce.number().int().min(0).max(MAX_OPEN).default(0),
})
export type OpenShiftsQuery = z.output<typeof openShiftsQuery>

/** An open shift and the reader's obstacles. Times are instants. */
export type OpenShift = {
  id: number
  event: number
  event_name: string
  eventtype: number | null
  eventtype_name: string | null
  role: number | null
  role_name: string | null
  assignment: number | null
  assignment_name: string | null
  /** The shift's own location; `place` falls back to the event's. */
  location: number | null
  place: number | null
  place_name: string | null
  start: Date
  end: Date
  outside: boolean
  draft: Date
  /** The event's published shifts, and those with a person who comes. */
  event_shifts: number
  event_filled: number
  /** People its event still needs, and by when; null unless it may be called off. */
  lacks: number | null
  decide_at: Date | null
  /** Assignments of its event that lack people, in their order; empty unless it may be called off. */
  lacks_of: { assignment: number; name: string; lacks: number }[]
  requested: boolean
  can: boolean
  obstacles: Obstacle[]
  availability: Availability
}

/** Only admins see counts of open shifts (specification 6); members read that help is needed, and for what. */
export type EventNeed = {
  needed: boolean
  needed_for: { assignment: number; name: string }[]
  event_shifts: number | null
  event_filled: number | null
  lacks: number | null
  lacks_of: OpenShift['lacks_of']
}
export type ShownOpenShift = Omit<OpenShift, keyof EventNeed> & EventNeed
