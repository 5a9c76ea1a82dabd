import * as z from 'zod'
import { CHANNELS } from '#server/deliveries/contract.ts'

const id = z.number().int()

/** A message as somebody reads it: an email, a text, or both with the same content. */
export const readMessage = z.object({
  /** As in deliveries. */
  kind: z.string(),
  /** What lists call it. */
  title: z.string(),
  /** `html` is null where only the text of the mail is known. */
  email: z.object({ subject: z.string(), to: z.string(), html: z.string().nullable() }).nullable(),
  sms: z.object({ text: z.string(), parts: id }).nullable(),
})
export type ReadMessage = z.infer<typeof readMessage>

/** Somebody who is notified. `what` says in a line each what they read, `channels` how it reaches them. */
export const proofPerson = z.object({
  person: id,
  name: z.string(),
  what: z.array(z.string()),
  channels: z.array(z.enum(CHANNELS)),
})
export type ProofPerson = z.infer<typeof proofPerson>

/** Somebody whom no message reaches: why, and the number to phone. */
export const unreachedPerson = proofPerson
  .omit({ channels: true })
  .extend({ phone: z.string().nullable(), why: z.string() })
export type UnreachedPerson = z.infer<typeof unreachedPerson>

/** The messages of one person. */
export const readMail = z.object({ person: id, name: z.string(), messages: z.array(readMessage) })
export type ReadMail = z.infer<typeof readMail>

/** The people of the crews who should not be on their shifts: those who lack one competency, or who are not active (`competency` is null). */
const lackingPeople = z.object({
  competency: z.string().nullable(),
  people: z.array(z.object({ person: id, name: z.string() })),
})
export type LackingPeople = z.infer<typeof lackingPeople>

/**
 * Who reads what once shifts are published. The lists are in the order of names and may end before `people` do. `first` has the longest
 * name; `mail` is theirs, or that of the person who was asked for; null where nobody is reached.
 */
export const proof = z.object({
  shifts: id,
  people: id,
  by_text: id,
  /** How many messages they get in all: one email a person, and one text where they get texts. */
  emails: id,
  texts: id,
  reached: z.array(proofPerson),
  unreached: z.array(unreachedPerson),
  first: id.nullable(),
  mail: readMail.nullable(),
  unfit: z.array(lackingPeople),
})
export type Proof = z.infer<typeof proof>
