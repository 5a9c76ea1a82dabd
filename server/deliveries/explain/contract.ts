import * as z from 'zod'
import { CHANNELS, MESSAGE_STATES } from '#server/deliveries/contract.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

/** Why somebody got a message, gets it later, or does not get it. */
export const REASONS = [
  'sent',
  'delivered',
  'queued',
  'not_due',
  'late',
  'opted_out',
  'unverified',
  'sms_off',
  'no_address',
  'blocked',
  'not_published',
  'not_assigned',
  'already_notified',
  'quiet_hours',
  'started',
  'limit',
  'provider_failed',
  'inactive',
  'withdrawn',
  'unknown',
] as const
export type Reason = (typeof REASONS)[number]

/** The states of a delivery; before there is one a message is `planned`, or there is `none` for this person. */
export const CANDIDATE_STATES = ['planned', 'none', ...MESSAGE_STATES] as const
export type CandidateState = (typeof CANDIDATE_STATES)[number]

const someId = z.number().int().nullable()

/** One message that a person got, gets or might have got: of a kind and by a channel. Instants are ISO text in UTC. */
export const candidate = z.object({
  kind: z.string(),
  /** What lists call it. */
  title: z.string(),
  channel: z.enum(CHANNELS),
  state: z.enum(CANDIDATE_STATES),
  shift: someId,
  message: someId,
  /** The row of `deliveries`; null as long as there is none. */
  delivery: someId,
  due_at: instant.nullable(),
  sent_at: instant.nullable(),
  reason: z.enum(REASONS),
  /** The reason as a sentence. */
  words: z.string(),
  can_resend: z.boolean(),
})
export type Candidate = z.infer<typeof candidate>

export const explainAnswer = z.object({ candidates: z.array(candidate) })
export type ExplainAnswer = z.infer<typeof explainAnswer>

const id = z.coerce.number({ error: 'Must be an id.' }).int().positive().max(Number.MAX_SAFE_INTEGER)

/** Of whom, and about what: a shift, an event or a message. */
export const explainQuery = z
  .object({ person: id, shift: id.optional(), event: id.optional(), message: id.optional() })
  .refine(({ shift, event, message }) => [shift, event, message].filter((one) => one !== undefined).length === 1, {
    message: 'Give a shift, an event or a message.',
  })
export type ExplainQuery = z.output<typeof explainQuery>
