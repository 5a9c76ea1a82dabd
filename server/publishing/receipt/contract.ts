import * as z from 'zod'
import { CHANNELS } from '#server/deliveries/contract.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import { readMail } from '../proof/contract.ts'

/**
 * How far it has come with somebody on an event, in the order in which a coordinator looks: nothing reaches them; they cannot come; the
 * message arrived, was sent, or waits; they will be there; or there was nothing to send, because they took the shift themselves.
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
  /** What they read, in a line each. */
  what: z.array(z.string()),
  channels: z.array(z.enum(CHANNELS)),
  state: z.enum(RECEIPT_STATES),
  /** Since when. */
  at: instant.nullable(),
  /** Why nothing reached them; empty for anybody else. */
  why: z.string(),
})
export type ReceiptPerson = z.infer<typeof receiptPerson>

/** What became of an event's publication. Lists are in the order of states, then of names. Instants are ISO text in UTC. */
export const receipt = z.object({
  /** The last publication: when, and by whom. Null while nothing is published. */
  published: z.object({ at: instant, by: z.string().nullable(), by_me: z.boolean() }).nullable(),
  /** How many were sent a message that did not come back, and how many of them a text. */
  notified: z.number().int(),
  by_text: z.number().int(),
  /** How many messages that was; one that is about other events too counts here as well. */
  emails: z.number().int(),
  texts: z.number().int(),
  people: z.array(receiptPerson),
  /** When people are asked about shifts that are not near yet; null where nobody is. */
  asked_at: instant.nullable(),
  /** When those who have not answered are asked again; null where nobody is. */
  asked_again_at: instant.nullable(),
  /** Of the person asked for, else of the longest name; null without a message. */
  mail: readMail.extend({ sent_at: instant.nullable() }).nullable(),
})
export type Receipt = z.infer<typeof receipt>

export const receiptQuery = z.object({
  person: z.coerce.number({ error: 'Must be an id.' }).int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})
