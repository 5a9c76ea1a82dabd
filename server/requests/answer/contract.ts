import * as z from 'zod'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

export const assignInput = z.object({
  /** The open shift; the best fitting one unless given. One that does not fit is never chosen by itself. */
  shift: z.number().int().positive().nullable().optional(),
  /** Publishes the shift immediately, so that the person is notified now. */
  publish: z.boolean().optional(),
})
export type AssignInput = z.infer<typeof assignInput>

export const declineInput = z.object({
  reason: boundedText({ max: 1000, tooLong: 'Must be at most 1000 characters.', trim: true }).optional(),
})

/** An answer to preview: whom it would notify. */
export const answerPreviewInput = z.discriminatedUnion('do', [
  assignInput.extend({ do: z.literal('assign') }),
  declineInput.extend({ do: z.literal('decline') }),
])
export type AnswerPreviewInput = z.infer<typeof answerPreviewInput>

/** The answer of `assign`, for undoing it. */
export const undoInput = z.object({ shift: z.number().int().positive(), published: z.boolean() })
export type UndoInput = z.infer<typeof undoInput>

/** The assigned shift, whether this published it, and whom it will notify. */
export type Assigned = UndoInput & { notifies: NotificationPreview }

/** A request in the coordinator's list. Instants are ISO text in UTC. */
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
  /** The open shifts of its event. */
  open: number
}

/** An open shift that the person could have, best first. Instants are ISO text in UTC. */
export type ShiftForRequest = {
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

export type RequestDetail = { request: RequestRow; places: ShiftForRequest[]; about: AboutPerson }
