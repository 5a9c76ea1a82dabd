import * as z from 'zod'
import { CHANNELS } from '#server/deliveries/contract.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import { readMail } from '../proof/contract.ts'

/**
 * State of a publication for one person, in a coordinator's order: not reached; cannot come; delivered, sent or
 * waiting; confirmed; or no message, because they took the shift themselves.
 */
export const RECEIPT_STATES = [
  'not_reached',
  'seeking_cover',
  'delivered',
  'sent',
  'waiting',
  'confirmed',
  'no_message',
] as const
export type ReceiptState = (typeof RECEIPT_STATES)[number]

export const receiptPerson = z.object({
  person: z.number().int(),
  name: z.string(),
  phone: z.string().nullable(),
  what: z.array(z.string()),
  channels: z.array(z.enum(CHANNELS)),
  state: z.enum(RECEIPT_STATES),
  at: instant.nullable(),
  why: z.string(),
})
export type ReceiptPerson = z.infer<typeof receiptPerson>

/** State of an event's publication. Lists are sorted by state, then name. Instants are ISO text in UTC. */
export const receipt = z.object({
  /** The last publication; null while nothing is published. */
  published: z.object({ at: instant, by: z.string().nullable(), by_me: z.boolean() }).nullable(),
  /** People with a message that did not bounce, and how many of them got a text. */
  notified: z.number().int(),
  by_text: z.number().int(),
  /** Number of messages, including shared ones about other events. */
  emails: z.number().int(),
  texts: z.number().int(),
  people: z.array(receiptPerson),
  /** When people are asked about later shifts; null if no one is. */
  asked_at: instant.nullable(),
  /** When people who have not answered are asked again; null if no one is. */
  asked_again_at: instant.nullable(),
  /** Of the requested person, else of the longest name; null without a message. */
  mail: readMail.extend({ sent_at: instant.nullable() }).nullable(),
})
export type Receipt = z.infer<typeof receipt>

export const receiptQuery = z.object({
  person: z.coerce.number({ error: 'Must be an id.' }).int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})
