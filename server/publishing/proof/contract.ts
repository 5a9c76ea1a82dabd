import * as z from 'zod'
import { CHANNELS } from '#server/deliveries/contract.ts'

const id = z.number().int()

/** A message as read by its recipient: an email, a text, or both with the same content. */
export const readMessage = z.object({
  kind: z.string(),
  title: z.string(),
  /** `html` is null where only the mail's text is known. */
  email: z.object({ subject: z.string(), to: z.string(), html: z.string().nullable() }).nullable(),
  sms: z.object({ text: z.string(), parts: id }).nullable(),
})
export type ReadMessage = z.infer<typeof readMessage>

/** A recipient. `what` has one line for each change, `channels` the channels that reach them. */
export const proofPerson = z.object({
  person: id,
  name: z.string(),
  what: z.array(z.string()),
  channels: z.array(z.enum(CHANNELS)),
})
export type ProofPerson = z.infer<typeof proofPerson>

/** An unreachable person, with the reason and a phone number. */
export const unreachedPerson = proofPerson
  .omit({ channels: true })
  .extend({ phone: z.string().nullable(), why: z.string() })
export type UnreachedPerson = z.infer<typeof unreachedPerson>

export const readMail = z.object({ person: id, name: z.string(), messages: z.array(readMessage) })
export type ReadMail = z.infer<typeof readMail>

/** People unfit for their shifts, by missing competency; `competency` is null for inactive people. */
const lackingPeople = z.object({
  competency: z.string().nullable(),
  people: z.array(z.object({ person: id, name: z.string() })),
})
export type LackingPeople = z.infer<typeof lackingPeople>

/**
 * Messages that publishing would send. Lists are sorted by name and may be truncated; `people` counts all. `first` has
 * the longest name; `mail` is theirs or the requested person's, null if no one is reached.
 */
export const proof = z.object({
  shifts: id,
  people: id,
  by_text: id,
  /** Total messages: one email per person, and one text if they receive texts. */
  emails: id,
  texts: id,
  reached: z.array(proofPerson),
  unreached: z.array(unreachedPerson),
  first: id.nullable(),
  mail: readMail.nullable(),
  unfit: z.array(lackingPeople),
})
export type Proof = z.infer<typeof proof>
