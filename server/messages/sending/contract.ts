import * as z from 'zod'
import { MESSAGE_STATES } from '#server/deliveries/contract.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

/** How long a message can be taken back after it was sent. Milliseconds. */
export const TAKE_BACK_MS = 10_000

/** The kind of the deliveries of a message, and those of a test of it. */
export const bulkKind = (message: number) => `bulk:${message}`
export const BULK_TEST = 'bulk.test'

/** How many people its sender saw that it goes to; the message remembers it where others get it in the end. */
export const sendInput = z.object({ expected: z.number().int().min(0).max(1_000_000).optional() })
export type SendInput = z.infer<typeof sendInput>

/** The number of its deliveries by state. */
export const countsAnswer = z.record(z.string(), z.number().int())

/** A message after a step of its sending. */
export const sendingAnswer = z.object({
  id: z.number().int(),
  status: z.enum(['draft', 'scheduled', 'sending', 'sent', 'cancelled']),
  scheduled_for: instant.nullable(),
  undo_until: instant.nullable(),
  /** Since when it is paused. */
  paused_at: instant.nullable(),
  matching: z.number().int().nullable(),
  receiving: z.number().int().nullable(),
  counts: countsAnswer,
})
export type SendingAnswer = z.infer<typeof sendingAnswer>

/** How many deliveries of all messages failed and can be tried again. */
export const failuresAnswer = z.object({ failed: z.number().int() })
export type FailuresAnswer = z.infer<typeof failuresAnswer>

export const retryAnswer = z.object({ queued: z.number().int() })

const shownState = z.enum(MESSAGE_STATES)

/** Which recipients of a message to list: those in a state, or all. */
export const recipientsQuery = z.object({
  state: shownState.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type RecipientsQuery = z.output<typeof recipientsQuery>

/** One recipient of a message: the state of their delivery, why they did not get it, and both in words. */
export const recipient = z.object({
  id: z.number().int(),
  person: z.number().int(),
  name: z.string(),
  address: z.string(),
  state: shownState,
  reason: z.string().nullable(),
  words: z.string(),
  /** When it came to this state; of a delivery that waits, when it is due. */
  at: instant,
})
export type Recipient = z.infer<typeof recipient>

export const recipientList = z.object({
  count: z.number().int(),
  order: z.array(z.number().int()),
  results: z.object({ recipients: z.record(z.string(), recipient) }),
})
export type RecipientList = z.infer<typeof recipientList>

/** A queued test: to whom, and when it was asked for. */
export const testAnswer = z.object({ to: z.string(), tested_at: instant })
export type TestAnswer = z.infer<typeof testAnswer>
