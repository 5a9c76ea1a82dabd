import * as z from 'zod'
import { CHANNELS, MESSAGE_STATES } from '#server/deliveries/contract.ts'
import type { CandidateState } from '#server/deliveries/explain/contract.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

/** What a delivery is about, for its line. Instants are ISO text in UTC. */
export type Subject = {
  /** The subject of a message that an admin wrote; null for any other, and for a text. */
  subject: string | null
  message: number | null
  event: { id: number; name: string } | null
  assignment: string | null
  /** When the shift starts. */
  start: string | null
}

/** One message to a person that was sent, is to be sent or was not, for admins. */
export type HistoryLine = Subject & {
  key: string
  delivery: number | null
  kind: string
  /** What lists call it: an admin's message by its subject. */
  title: string
  channel: 'email' | 'sms'
  state: CandidateState
  /** When it was sent, or is due. */
  at: string
  words: string
  can_resend: boolean
}

export const SHOWN = ['all', 'email', 'sms', 'problems'] as const
export type Shown = (typeof SHOWN)[number]

/** The messages to a person: a page of what was sent or not, and what is to come. */
export type PersonMessages = {
  shown: Shown
  counts: Record<Shown, number>
  offset: number
  lines: HistoryLine[]
  planned: HistoryLine[]
}

/** How many messages a page of a person's history has. */
export const PERSON_PAGE = 50

export const ownMessagesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(PERSON_PAGE),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
})
export type OwnMessagesQuery = z.output<typeof ownMessagesQuery>

const someText = z.string().nullable()

/** A message as the person whom it was sent to sees it. */
export const ownMessage = z.object({
  id: z.number().int(),
  kind: z.string(),
  /** What lists call it. */
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
