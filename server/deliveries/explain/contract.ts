import * as z from 'zod'
import { CHANNELS, MESSAGE_STATES } from '#server/deliveries/contract.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

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
  'not_kept',
  'unknown',
] as const
export type Reason = (typeof REASONS)[number]

/** States of a delivery; before it exists a message is `planned`, or `none` for this person. */
export const CANDIDATE_STATES = ['planned', 'none', ...MESSAGE_STATES] as const
export type CandidateState = (typeof CANDIDATE_STATES)[number]

const someId = z.number().int().nullable()

/** A message of one kind and channel, whether sent, planned or not. Instants are ISO text in UTC. */
export const candidate = z.object({
  kind: z.string(),
  title: z.string(),
  channel: z.enum(CHANNELS),
  state: z.enum(CANDIDATE_STATES),
  shift: someId,
  message: someId,
  delivery: someId,
  due_at: instant.nullable(),
  sent_at: instant.nullable(),
  reason: z.enum(REASONS),
  words: z.string(),
  can_resend: z.boolean(),
})
export type Candidate = z.infer<typeof candidate>

export const explainAnswer = z.object({ candidates: z.array(candidate) })
export type ExplainAnswer = z.infer<typeof explainAnswer>

const id = z.coerce.number({ error: 'Must be an id.' }).int().positive().max(Number.MAX_SAFE_INTEGER)

/** The person, and the subject: a shift, an event or a message. */
export const explainQuery = z
  .object({ person: id, shift: id.optional(), event: id.optional(), message: id.optional() })
  .refine(({ shift, event, message }) => [shift, event, message].filter((one) => one !== undefined).length === 1, {
    message: 'Give a shift, an event or a message.',
  })
export type ExplainQuery = z.output<typeof explainQuery>
