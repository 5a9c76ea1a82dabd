import * as z from 'zod'
import { expected } from '#server/engine/kernel/expected.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

const recordId = z
  .number(expected('Must be an id.'))
  .int(expected('Must be an id.'))
  .positive(expected('Must be an id.'))

/** How many lists a person may be on. */
export const MAX_ENTRIES = 50

export const waitingInput = z.object({ event: recordId, assignment: recordId })
export type WaitingInput = z.output<typeof waitingInput>

export const offerInput = z.object({ shift: recordId })

/** A place on the waiting list of an assignment at an event. */
export const waitingEntry = z.object({
  id: z.number().int(),
  event: z.number().int(),
  assignment: z.number().int(),
  person: z.number().int(),
  /** 1 for the first of the list. */
  position: z.number().int(),
  /** The shift that waits for an answer; null without one. */
  offered_shift: z.number().int().nullable(),
  /** Until when it is held; in its last 24 hours, when all are asked together, its start. An ISO instant in UTC. */
  hold_until: instant.nullable(),
})
export type WaitingEntry = z.infer<typeof waitingEntry>

export const waitingQuery = z.object({
  event: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type WaitingQuery = z.output<typeof waitingQuery>

export const waitingList = z.object({
  count: z.number().int(),
  order: z.array(z.number().int()),
  results: z.object({ waiting: z.record(z.string(), waitingEntry) }),
})
export type WaitingList = z.infer<typeof waitingList>

/** Somebody on a waiting list, as coordinators see it. Instants are ISO texts in UTC. */
export type WaitingPerson = Omit<WaitingEntry, 'event'> & {
  name: string
  since: string
  exclusive: boolean | null
  /** The shifts that they were offered and did not take, each with why. */
  refused: { shift: number; why: 'no' | 'expired' }[]
}

/** A shift that somebody on a waiting list is asked about. Instants are ISO texts in UTC. */
type AskedShift = {
  offered_start: string
  offered_end: string
  /** When they were asked, and until when they can answer. */
  offered_at: string
  hold_until: string
  /** Whether nobody else is asked until then; else the first yes gets it. */
  exclusive: boolean
  /** The request to cover, for a shift whose person cannot come; null for an open shift. */
  request: number | null
  /** Who cannot come. */
  instead_of: string | null
}

/** A shift that is held for somebody from a waiting list. */
export type HeldShift = AskedShift & {
  /** Their place on the list. */
  place: number
  /** The assignment. */
  name: string
  event: number
  event_name: string
}

/** An assignment of an event whose coming shifts are all taken, for one person. Instants are ISO texts in UTC. */
export type FullAssignment = {
  assignment: number
  name: string
  /** How many people wait. */
  waiting: number
  /** Their own place, and since when they have it; null when they do not wait. */
  place: number | null
  since: string | null
  position: number
  /** The shift that they are asked about; null without one. */
  held: AskedShift | null
}
