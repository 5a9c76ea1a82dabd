import * as z from 'zod'
import type { NotificationPreview, Recipient } from '#server/engine/collections/notification-preview-contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import type { HeldCompetency } from '#server/people/page/contract.ts'

export const assignInput = z.object({
  shift: z.number().int().positive().nullable().optional(),
  publish: z.boolean().optional(),
  /** Whether to agree to the requested times; default: yes. */
  times: z.boolean().optional(),
})
export type AssignInput = z.infer<typeof assignInput>

export const declineInput = z.object({
  reason: boundedText({ max: 1000, tooLong: 'Must be at most 1000 characters.', trim: true }).optional(),
})

export const answerPreviewInput = z.discriminatedUnion('do', [
  assignInput.extend({ do: z.literal('assign') }),
  declineInput.extend({ do: z.literal('decline') }),
])
export type AnswerPreviewInput = z.infer<typeof answerPreviewInput>

/** `recipients`: the first two hundred, with their channels. */
export type AnswerPreview = { notifies: NotificationPreview; recipients: Recipient[] }

export const undoInput = z.object({ shift: z.number().int().positive(), published: z.boolean() })
export type UndoInput = z.infer<typeof undoInput>

/**
 * `published`: whether this published the shift. Agreed times are the requested ones within the shift; null where they
 * are the shift's.
 */
export const assignedShift = undoInput.extend({
  modified_start: instant.nullable(),
  modified_end: instant.nullable(),
})
export type AssignedShift = z.infer<typeof assignedShift>
export type Assigned = AssignedShift & { notifies: NotificationPreview }

const id = z.number().int().positive()
const MAX_TOGETHER = 500

export const assignTogetherInput = z.object({
  shifts: z
    .array(z.object({ request: id, shift: id }))
    .min(1, 'Choose at least one shift.')
    .max(MAX_TOGETHER),
  publish: z.boolean().optional(),
  times: z.boolean().optional(),
})
export type AssignTogetherInput = z.infer<typeof assignTogetherInput>

export const declineTogetherInput = declineInput.extend({
  requests: z.array(id).min(1, 'Choose at least one request.').max(MAX_TOGETHER),
})
export type DeclineTogetherInput = z.infer<typeof declineTogetherInput>

export const previewTogetherInput = z.discriminatedUnion('do', [
  assignTogetherInput.extend({ do: z.literal('assign') }),
  declineTogetherInput.extend({ do: z.literal('decline') }),
])
export type PreviewTogetherInput = z.infer<typeof previewTogetherInput>

export const undoTogetherInput = z.object({
  assigned: z.array(undoInput.extend({ request: id })).max(MAX_TOGETHER),
})
export type UndoTogetherInput = z.infer<typeof undoTogetherInput>

export const assignedTogether = z.object({ assigned: z.array(assignedShift.extend({ request: id })) })
export type AssignedTogether = z.infer<typeof assignedTogether> & { notifies: NotificationPreview }

export const reopenTogetherInput = z.object({ requests: z.array(id).max(MAX_TOGETHER) })

/** Instants are ISO text in UTC. */
export type RequestRow = {
  /** `event`: to help at an event; `times`: other times on the person's shift. The ids of the kinds overlap. */
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
  /** Requested times; both are set for other times. */
  modified_start: string | null
  modified_end: string | null
  new: boolean
  made: string
  /** Requests for times are agreed, not assigned, or end when the shift begins. */
  state: 'waiting' | 'assigned' | 'declined' | 'agreed' | 'ended'
  declined_reason: string
  open: number
  series: number | null
  series_name: string
}

/**
 * One request, or all of one person for one series. `requests` has their ids, by event; `open` and `new` cover all,
 * other fields are the first's.
 */
export type RequestItem = RequestRow & { requests: number[] }

/** Best fit first. Instants are ISO text in UTC. */
export type ShiftForRequest = {
  shift: number
  assignment: string | null
  role: string | null
  start: string
  end: string
  outside: boolean
  published: boolean
  fits: boolean
  for: string[]
  against: string[]
}

/** The person's last year, and their competencies where read. `average`: shifts per person with any. */
export type AboutPerson = {
  past: number
  average: number
  held?: HeldCompetency[]
  hours: number
  last: string | null
  next: string | null
}

export type RequestedDate = { request: RequestRow; places: ShiftForRequest[] }

/** `dates`: the person's pending requests for the series if more than one; else empty. */
export type RequestDetail = {
  request: RequestRow
  places: ShiftForRequest[]
  about: AboutPerson
  dates: RequestedDate[]
}
