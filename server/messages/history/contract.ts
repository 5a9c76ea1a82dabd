import * as z from 'zod'
import { CHANNELS, MESSAGE_STATES } from '#server/deliveries/contract.ts'
import type { CandidateState } from '#server/deliveries/explain/contract.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

/** The subject of a delivery in a list. Instants are ISO text in UTC. */
export type Subject = {
  /** Subject of a message to many; null for any other, and for a text. */
  subject: string | null
  message: number | null
  event: { id: number; name: string } | null
  assignment: string | null
  start: string | null
}

export type HistoryLine = Subject & {
  key: string
  delivery: number | null
  kind: string
  /** Display name; the subject for a message to many. */
  title: string
  channel: 'email' | 'sms'
  state: CandidateState
  at: string
  words: string
  can_resend: boolean
}

export const SHOWN = ['all', 'email', 'sms', 'problems'] as const
export type Shown = (typeof SHOWN)[number]

export type PersonMessages = {
  shown: Shown
  counts: Record<Shown, number>
  offset: number
  lines: HistoryLine[]
  planned: HistoryLine[]
}

export const PERSON_PAGE = 50

export const ownMessagesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(PERSON_PAGE),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
})
export type OwnMessagesQuery = z.output<typeof ownMessagesQuery>

const someText = z.string().nullable()

export const ownMessage = z.object({
  id: z.number().int(),
  kind: z.string(),
  title: z.string(),
  channel: z.enum(CHANNELS),
  state: z.enum(MESSAGE_STATES),
  at: instant,
  subject: someText,
  event: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  assignment: someText,
  start: instant.nullable(),
  words: z.string(),
})
export type OwnMessage = z.infer<typeof ownMessage>

export const ownMessages = z.object({ count: z.number().int(), messages: z.array(ownMessage) })
export type OwnMessages = z.infer<typeof ownMessages>
