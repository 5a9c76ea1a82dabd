import * as z from 'zod'
import { type ChangesetSaved, type Conflict, key, version } from '#server/engine/collections/changeset-contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import type { CallOff } from '#server/events/decide/contract.ts'
import type { Published } from '#server/publishing/contract.ts'
import type { PlannedPublication } from '#server/publishing/later/contract.ts'
import type { ShiftAnswer, Sought } from '#server/shift-facts/answer-states/contract.ts'
import type { Held, Unfit } from '#server/suitability/missing/rules.ts'

const reference = z.number().int().positive().nullable()

/** A time on the wall clock of the site's zone, YYYY-MM-DDTHH:MM; it is checked when it becomes an instant. */
export const wall = boundedText({ max: 40 })

const shiftFields = z.object({
  person: reference,
  assignment: reference,
  role: reference,
  location: reference,
  start: wall,
  end: wall,
  /** The times agreed with the person; null or absent where they are the shift's. */
  modified_start: wall.nullable().optional(),
  modified_end: wall.nullable().optional(),
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
  /** How many people it needs to run; absent or null for an event that runs anyway. */
  minimum: z.number().nullable().optional(),
  /** How many it needs of an assignment; absent for none. */
  minimums: z
    .array(z.object({ assignment: z.number(), minimum: z.number() }))
    .max(100)
    .optional(),
  decide_at: wall.nullable().optional(),
})

/** The staged changes of one event, saved together: a changeset of its shifts, its own fields, publication. */
export const rosterEdit = z.object({
  publish: z.boolean(),
  /** An idempotency key, for a call without one in its header. */
  token: boundedText({ max: 40 }).min(1, 'Required.').nullish(),
  event: z
    .object({
      version,
      fields: eventFields.partial(),
      /** Whether its stored shifts move with its start, but for those whose times are changed here. */
      shifts: z.enum(['keep', 'move']).optional(),
    })
    .nullable(),
  /** Whether the event lasts until the last of the added shifts where that ends after it. */
  extend: z.boolean().optional(),
  added: z.array(z.object({ key, fields: shiftFields })).max(500),
  changed: z.array(z.object({ id: z.number().int().positive(), version, fields: shiftFields.partial() })).max(1000),
  removed: z.array(z.object({ id: z.number().int().positive(), version })).max(1000),
})

export const newEvent = eventFields

export type ShiftFields = z.infer<typeof shiftFields>
export type EventFields = z.infer<typeof eventFields>
export type RosterEdit = z.infer<typeof rosterEdit>

/** An answer as coordinators read it: `silent` is asked and reminded, or the shift has begun. */
export type RosterAnswer = ShiftAnswer | 'silent'

/** A stored shift for the editor. Times are wall-clock times of the site's zone. */
export type StoredShift = ShiftFields & {
  id: number
  version: string
  published: boolean
  /** What the person said; null while it is open or not published. */
  answer: RosterAnswer | null
  /** Whether a coordinator recorded the answer for the person. */
  answered_for: boolean
  /** Who is sought for it; null while nobody is. */
  sought: Sought | null
  /** Another event on which the person holds a shift at the same time; empty text where that has no name. */
  clash: string | null
  /** Whether its person has begun: it stays when the event moves. */
  begun: boolean
  /** What keeps the person from it; null where nothing does. */
  unfit: Unfit | null
}

/** What decides whether somebody may be put on a shift of the roster that is staged. */
export type RosterPerson = { inactive: boolean; held: Held }

/** The event before or after this one. `start` is on the site's wall clock. */
export type Neighbour = { id: number; name: string; start: string }

/** Names by collection and id, of all records that the roster shows. */
export type RosterNames = Record<
  'people' | 'assignments' | 'roles' | 'locations' | 'series' | 'eventtypes',
  Record<number, string>
>

export type RosterEditor = {
  /** `start` and `end` are the stored ones, as instants. */
  event: { id: number; version: string; fields: EventFields; decision: 'go' | 'off' | null; start: string; end: string }
  /** How it was called off; null unless it is. */
  called_off: CallOff
  shifts: StoredShift[]
  /** When some of them will be published, the next first. */
  planned: PlannedPublication[]
  names: RosterNames
  /** Names of the competencies that a role requires, by role. */
  needs: Record<number, string[]>
  /** The same competencies by their ids. */
  required: Record<number, number[]>
  /** Names of the competencies that some role requires. */
  competencies: Record<number, string>
  /** The people on its shifts. */
  people: Record<number, RosterPerson>
  /** The usual length of events of this type in minutes, if the type has one. */
  usual_minutes: number | null
  before: Neighbour | null
  after: Neighbour | null
}

/** A shift of the event, or the event itself, that has changed since it was read. */
export type RosterConflict = Conflict & { collection: 'events' | 'shifts' }

/**
 * `outside` counts the shifts that lie outside the event now. `moved` says how many moved with it, with the token of the collection `events`
 * that moves all back. `published` are the shifts that a save with `publish` has published.
 */
export type RosterSaved = {
  saved: true
  undo: ChangesetSaved['undo']
  outside: number
  /** The end that the event was extended to. */
  extended?: string
  moved?: { shifts: number; undo: ChangesetSaved['undo'][number] }
  published?: Published
}

/** The counts of an event's roster. */
export type RosterCount = { event: number; shifts: number; open: number; unpublished: number }
