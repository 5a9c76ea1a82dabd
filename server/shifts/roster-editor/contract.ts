import * as z from 'zod'
import { type ChangesetSaved, type Conflict, key, version } from '#server/engine/collections/changeset-contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import type { CallOff } from '#server/events/decide/contract.ts'
import type { Published } from '#server/publishing/contract.ts'
import type { PlannedPublication } from '#server/publishing/later/contract.ts'
import type { ShiftAnswer, Sought } from '#server/shift-facts/answer-states/contract.ts'
import type { Held, Requirements, Unfit } from '#server/suitability/missing/rules.ts'

const reference = z.number().int().positive().nullable()

/** A wall-clock time of the site's zone, YYYY-MM-DDTHH:MM, checked when it becomes an instant. */
export const wall = boundedText({ max: 40 })

const shiftFields = z.object({
  person: reference,
  assignment: reference,
  role: reference,
  location: reference,
  start: wall,
  end: wall,
  /** Agreed times; null or absent where they are the shift's. */
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
  contacts: z.array(z.number().int().positive()).max(100).optional(),
  color: z.string().nullable(),
  /** People that the event needs to run; absent or null for an event that runs anyway. */
  minimum: z.number().nullable().optional(),
  minimums: z
    .array(z.object({ assignment: z.number(), minimum: z.number() }))
    .max(100)
    .optional(),
  decide_at: wall.nullable().optional(),
})

/** One event's staged changes, saved together: its shifts, its own fields, publication. */
export const rosterEdit = z.object({
  publish: z.boolean(),
  /** An idempotency key, for a call without one in its header. */
  token: boundedText({ max: 40 }).min(1, 'Required.').nullish(),
  event: z
    .object({
      version,
      fields: eventFields.partial(),
      /** Whether stored shifts move with the event's start, except those changed here. */
      shifts: z.enum(['keep', 'move']).optional(),
    })
    .nullable(),
  /** Whether to extend the event to the end of the last added shift. */
  extend: z.boolean().optional(),
  added: z.array(z.object({ key, fields: shiftFields })).max(500),
  changed: z.array(z.object({ id: z.number().int().positive(), version, fields: shiftFields.partial() })).max(1000),
  removed: z.array(z.object({ id: z.number().int().positive(), version })).max(1000),
})

export const newEvent = eventFields

export type ShiftFields = z.infer<typeof shiftFields>
export type EventFields = z.infer<typeof eventFields>
export type RosterEdit = z.infer<typeof rosterEdit>

/** As coordinators see it: `silent` means asked and reminded, or begun. */
export type RosterAnswer = ShiftAnswer | 'silent'

/** Times are wall-clock times of the site's zone. */
export type StoredShift = ShiftFields & {
  id: number
  version: string
  published: boolean
  /** Null while open or unpublished. */
  answer: RosterAnswer | null
  answered_for: boolean
  sought: Sought | null
  /** The event of the person's other shift at the same time; empty text when it has no name. */
  clash: string | null
  /** Whether the person has begun: the shift then stays when the event moves. */
  begun: boolean
  unfit: Unfit | null
}

/** Decides whether someone may be put on a staged shift. */
export type RosterPerson = { inactive: boolean; held: Held }

export type Neighbour = { id: number; name: string; start: string }

export type RosterNames = Record<
  'people' | 'assignments' | 'roles' | 'locations' | 'series' | 'eventtypes',
  Record<number, string>
>

export type RosterEditor = {
  event: { id: number; version: string; fields: EventFields; decision: 'go' | 'off' | null; start: string; end: string }
  /** Null unless called off. */
  called_off: CallOff
  shifts: StoredShift[]
  planned: PlannedPublication[]
  names: RosterNames
  required: Requirements
  /** Whether the club has any role; otherwise forms have no field for it. */
  has_roles: boolean
  people: Record<number, RosterPerson>
  usual_minutes: number | null
  before: Neighbour | null
  after: Neighbour | null
}

export type RosterConflict = Conflict & { collection: 'events' | 'shifts' }

/**
 * `outside` counts the shifts outside the event. `moved` counts those that moved, with the token (collection `events`)
 * that moves all back. `published`: the shifts published by `publish`.
 */
export type RosterSaved = {
  saved: true
  undo: ChangesetSaved['undo']
  outside: number
  extended?: string
  moved?: { shifts: number; undo: ChangesetSaved['undo'][number] }
  published?: Published
}

export type RosterCount = { event: number; shifts: number; open: number; unpublished: number }
