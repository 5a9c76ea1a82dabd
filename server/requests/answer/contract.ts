import * as z from 'zod'
import type { Told } from '#server/engine/collections/notification-preview-contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

export const assignAsk = z.object({
  /** The open place; without one the best fitting is taken. */
  shift: z.number().int().positive().nullable().optional(),
  /** Publishes the place at once, so that the person is told now. */
  publish: z.boolean().optional(),
})
export type AssignAsk = z.infer<typeof assignAsk>

export const declineAsk = z.object({
  reason: boundedText({ max: 1000, tooLong: 'Must be at most 1000 characters.', trim: true }).optional(),
})

/** An answer that was not given yet, for asking whom it would tell. */
export const answerPreviewAsk = z.discriminatedUnion('do', [
  assignAsk.extend({ do: z.literal('assign') }),
  declineAsk.extend({ do: z.literal('decline') }),
])
export type AnswerPreviewAsk = z.infer<typeof answerPreviewAsk>

/** What `assign` answered, for taking it back. */
export const undoAsk = z.object({ shift: z.number().int().positive(), published: z.boolean() })
export type UndoAsk = z.infer<typeof undoAsk>

/** The place that was given, whether it was published by that, and whom it will tell. */
export type Assigned = UndoAsk & { told: Told }

/** A request as the coordinator's list shows it. Instants are ISO text in UTC. */
export type RequestRow = {
  id: number
  event: number
  event_name: string
  start: string
  end: string
  person: number
  person_name: string
  person_avatar: string | null
  comments: string
  assignment: string | null
  role: string | null
  new: boolean
  made: string
  state: 'waiting' | 'assigned' | 'declined'
  declined_reason: string
  /** Open places of its event. */
  open: number
}

/** An open place that the person could have, best first. Instants are ISO text in UTC. */
export type PlaceForRequest = {
  shift: number
  assignment: string | null
  role: string | null
  start: string
  end: string
  published: boolean
  fits: boolean
  for: string[]
  against: string[]
}

export type AboutPerson = { past: number; hours: number; last: string | null; next: string | null }

export type RequestDetail = { request: RequestRow; places: PlaceForRequest[]; about: AboutPerson }
