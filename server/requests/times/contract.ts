import * as z from 'zod'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import { type AboutPerson, declineInput } from '../answer/contract.ts'
import { takeInput } from '../sign-up/contract.ts'

const version = z.number().int().positive()

/** A null or absent time is the shift's. */
export const timesInput = takeInput.omit({ shown: true }).extend({
  comments: boundedText({ max: 1000, tooLong: 'Must be at most 1000 characters.', trim: true }).default(''),
  version: version.nullish(),
})
export type TimesInput = z.output<typeof timesInput>

export const agreeInput = z.object({ version })
export type AgreeInput = z.infer<typeof agreeInput>

export const declineTimesInput = declineInput.extend({ version })
export type DeclineTimesInput = z.infer<typeof declineTimesInput>

export const timesPreviewInput = z.discriminatedUnion('do', [
  agreeInput.extend({ do: z.literal('agree') }),
  declineTimesInput.extend({ do: z.literal('decline') }),
])
export type TimesPreviewInput = z.infer<typeof timesPreviewInput>

export const TIME_REQUEST_STATES = ['waiting', 'agreed', 'declined', 'ended'] as const

/** A request for other times. `ended`: unanswered when the shift began. Instants are ISO text in UTC. */
export const timeRequest = z.object({
  id: z.number().int(),
  shift: z.number().int(),
  event: z.number().int(),
  event_name: z.string(),
  person: z.number().int(),
  person_name: z.string(),
  person_avatar: z.string().nullable(),
  assignment: z.string().nullable(),
  role: z.string().nullable(),
  /** The shift's own times. */
  start: instant,
  end: instant,
  modified_start: instant.nullable(),
  modified_end: instant.nullable(),
  /** The agreed times; null where they are the shift's. */
  agreed_start: instant.nullable(),
  agreed_end: instant.nullable(),
  comments: z.string(),
  version: z.number().int(),
  state: z.enum(TIME_REQUEST_STATES),
  reason: z.string(),
  made: instant,
  answered_at: instant.nullable(),
})
export type TimeRequest = z.infer<typeof timeRequest>

/** The shift's pending request, else the person's latest answered one, or null. */
export const ownTimeRequest = z.object({ request: timeRequest.nullable() })

export const timeRequestList = z.object({ count: z.number().int(), requests: z.array(timeRequest) })

export const timeRequestQuery = z.object({
  state: z.enum(['waiting', 'answered']).default('waiting'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type TimeRequestQuery = z.output<typeof timeRequestQuery>

export type TimeRequestDetail = { request: TimeRequest; about: AboutPerson }

export type TimesAnswered = { notifies: NotificationPreview }
