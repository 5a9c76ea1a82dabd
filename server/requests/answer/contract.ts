import * as z from 'zod'
import type { NotificationPreview, Recipient } from '#server/engine/collections/notification-preview-contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import type { HeldCompetency } from '#server/people/page/contract.ts'

export const assignInput = z.object({
  /** The open shift; the best fitting one unless given. One that does not fit is never chosen by itself. */
  shift: z.number().int().positive().nullable().optional(),
  /** Publishes the shift immediately, so that the person is notified now. */
  publish: z.boolean().optional(),
  /** Whether the times that were asked for are agreed, which they are unless refused. */
  times: z.boolean().optional(),
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

/** Whom an answer would notify: how many, and the first two hundred with their channels. */
export type AnswerPreview = { notifies: NotificationPreview; recipients: Recipient[] }

/** The answer of `assign`, for undoing it. */
export const undoInput = z.object({ shift: z.number().int().positive(), published: z.boolean() })
export type UndoInput = z.infer<typeof undoInput>

/**
 * The assigned shift, whether this published it, and the times that are agreed with its person: those that were asked for, as far as
 * they lie within the shift; null where they are the shift's.
 */
export const assignedShift = undoInput.extend({
  modified_start: instant.nullable(),
  modified_end: instant.nullable(),
})
export type AssignedShift = z.infer<typeof assignedShift>
/** The same, and whom it will notify. */
export type Assigned = AssignedShift & { notifies: NotificationPreview }

const id = z.number().int().positive()
/** The most requests that are answered together. */
const MAX_TOGETHER = 500

/** Requests to assign together, each to an open shift of its event. */
export const assignTogetherInput = z.object({
  shifts: z
    .array(z.object({ request: id, shift: id }))
    .min(1, 'Choose at least one shift.')
    .max(MAX_TOGETHER),
  publish: z.boolean().optional(),
  times: z.boolean().optional(),
})
export type AssignTogetherInput = z.infer<typeof assignTogetherInput>

/** Requests to decline together, for one reason. */
export const declineTogetherInput = declineInput.extend({
  requests: z.array(id).min(1, 'Choose at least one request.').max(MAX_TOGETHER),
})
export type DeclineTogetherInput = z.infer<typeof declineTogetherInput>

/** An answer to several requests, to preview: whom it would notify. */
export const previewTogetherInput = z.discriminatedUnion('do', [
  assignTogetherInput.extend({ do: z.literal('assign') }),
  declineTogetherInput.extend({ do: z.literal('decline') }),
])
export type PreviewTogetherInput = z.infer<typeof previewTogetherInput>

/** The answer of assigning together, for undoing it. */
export const undoTogetherInput = z.object({
  assigned: z.array(undoInput.extend({ request: id })).max(MAX_TOGETHER),
})
export type UndoTogetherInput = z.infer<typeof undoTogetherInput>

/** The answer of assigning together: what was assigned for each request. */
export const assignedTogether = z.object({ assigned: z.array(assignedShift.extend({ request: id })) })
export type AssignedTogether = z.infer<typeof assignedTogether> & { notifies: NotificationPreview }

export const reopenTogetherInput = z.object({ requests: z.array(id).max(MAX_TOGETHER) })

/** A request in the coordinator's list. Instants are ISO text in UTC. */
export type RequestRow = {
  /** `event`: to help at an event; `times`: other times on a shift that the person is on. The ids of the kinds overlap. */
  kind: 'event' | 'times'
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
  /** When the person would come and leave, where they asked for it; both for other times. */
  modified_start: string | null
  modified_end: string | null
  new: boolean
  made: string
  /** Times are agreed instead of assigned, or end without an answer when the shift begins. */
  state: 'waiting' | 'assigned' | 'declined' | 'agreed' | 'ended'
  declined_reason: string
  /** The open shifts of its event. */
  open: number
  series: number | null
  series_name: string
}

/**
 * An entry of the coordinator's list: a request, or all pending requests of one person for one series. `requests` has their
 * ids, by event; the other fields are of the first, but `open` and `new` of all.
 */
export type RequestItem = RequestRow & { requests: number[] }

/** An open shift that the person could have, best first. Instants are ISO text in UTC. */
export type ShiftForRequest = {
  shift: number
  assignment: string | null
  role: string | null
  start: string
  end: string
  /** Whether it lies outside its event. */
  outside: boolean
  published: boolean
  fits: boolean
  for: string[]
  against: string[]
}

/** What a person did in the last year, and the competencies that they hold, where they are read. `average`: the shifts of those who had any. */
export type AboutPerson = {
  past: number
  average: number
  held?: HeldCompetency[]
  hours: number
  last: string | null
  next: string | null
}

/** One event of a series that somebody asked for, with its open shifts. */
export type RequestedDate = { request: RequestRow; places: ShiftForRequest[] }

/** `dates`: the pending requests of this person for the same series, if they made more than one; empty otherwise. */
export type RequestDetail = {
  request: RequestRow
  places: ShiftForRequest[]
  about: AboutPerson
  dates: RequestedDate[]
}
