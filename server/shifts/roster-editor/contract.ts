import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const reference = z.number().int().positive().nullable()

/** A time on the wall clock of the site's zone, YYYY-MM-DDTHH:MM; what it may be is judged when it becomes an instant. */
export const wall = boundedText({ max: 40 })

const place = z.object({
  person: reference,
  assignment: reference,
  role: reference,
  location: reference,
  start: wall,
  end: wall,
  notes: z.string(),
})

const eventFields = z.object({
  name: z.string(),
  start: wall,
  end: wall,
  eventtype: reference,
  series: reference,
  location: reference,
  details: z.string(),
  contact: z.string(),
  color: z.string().nullable(),
})

const version = boundedText({ max: 40 })

/**
 * Everything that a coordinator staged on one event, saved at once. `version` is the stored row's `updated_at` as it was when
 * the change was staged.
 */
export const rosterSave = z.object({
  publish: z.boolean(),
  /** Made up by the editor for each set of changes: the same one again is the same save, however often it arrives. */
  token: boundedText({ max: 40 }).nullish(),
  event: z.object({ version, fields: eventFields.partial() }).nullable(),
  added: z.array(z.object({ key: boundedText({ max: 40 }), fields: place })).max(500),
  changed: z.array(z.object({ id: z.number().int().positive(), version, fields: place.partial() })).max(1000),
  removed: z.array(z.object({ id: z.number().int().positive(), version })).max(1000),
})

export const newEvent = eventFields

export type PlaceFields = z.infer<typeof place>
export type EventFields = z.infer<typeof eventFields>
export type RosterSave = z.infer<typeof rosterSave>

/** A stored shift as the editor takes it. Times are wall-clock times of the site's zone. */
export type StoredPlace = PlaceFields & {
  id: number
  version: string
  published: boolean
  /** Another event on which the person holds a shift at the same time; empty text where that has no name. */
  clash: string | null
}

/** The event before or after this one. `start` is on the site's wall clock. */
export type Neighbour = { id: number; name: string; start: string }

/** Names by collection and id, of everything that the roster shows. */
export type Names = Record<
  'people' | 'assignments' | 'roles' | 'locations' | 'series' | 'eventtypes',
  Record<number, string>
>

export type RosterEditor = {
  event: { id: number; version: string; fields: EventFields }
  places: StoredPlace[]
  names: Names
  /** Names of the competencies that a role requires, by role. */
  needs: Record<number, string[]>
  before: Neighbour | null
  after: Neighbour | null
}

/** `event` stands for the event's own fields; a row that is `gone` was removed by somebody else. `by`: who did it last, if known. */
export type Stale = { key: number | 'event'; gone: boolean; by: string | null }

/** Nothing is stored when anything was stale. */
export type RosterSaved = { saved: true } | { saved: false; stale: Stale[] }

/** How full an event's roster is. */
export type RosterCount = { event: number; places: number; open: number; unpublished: number }
