import * as z from 'zod'
import { expected } from '#server/engine/kernel/expected.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

const recordId = z
  .number(expected('Must be an id.'))
  .int(expected('Must be an id.'))
  .positive(expected('Must be an id.'))

export const MAX_ENTRIES = 50

export const waitingInput = z.object({ event: recordId, assignment: recordId })
export type WaitingInput = z.output<typeof waitingInput>

export const offerInput = z.object({ shift: recordId })

export const waitingEntry = z.object({
  id: z.number().int(),
  event: z.number().int(),
  assignment: z.number().int(),
  person: z.number().int(),
  /** 1 for the first of the list. */
  position: z.number().int(),
  /** The offered shift; null without one. */
  offered_shift: z.number().int().nullable(),
  /** End of the hold; in the last 24 hours, when all are asked together, the start. An ISO instant in UTC. */
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

/** A waiting person, for coordinators. Instants are ISO text in UTC. */
export type WaitingPerson = Omit<WaitingEntry, 'event'> & {
  name: string
  since: string
  exclusive: boolean | null
  refused: { shift: number; why: 'no' | 'expired' }[]
}

/** A shift that a waiting person is asked about. Instants are ISO text in UTC. */
type AskedShift = {
  offered_start: string
  offered_end: string
  /** When they were asked, and the deadline for their answer. */
  offered_at: string
  hold_until: string
  /** Whether no one else is asked until then; else the first yes gets it. */
  exclusive: boolean
  /** The request to cover, if its person cannot come; null for an open shift. */
  request: number | null
  instead_of: string | null
}

export type HeldShift = AskedShift & { place: number; name: string }

/** An assignment of an event without open coming shifts, for one person. Instants are ISO text in UTC. */
export type FullAssignment = {
  assignment: number
  name: string
  waiting: number
  /** The reader's entry, and since when; null without one. */
  place: number | null
  since: string | null
  position: number
  /** Whether the reader may join; false where the assignment has no list. */
  joinable: boolean
  /** The shift they are asked about; null without one. */
  held: AskedShift | null
}
