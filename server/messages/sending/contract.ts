import * as z from 'zod'
import { MESSAGE_STATES } from '#server/deliveries/contract.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

/** Take-back period after sending. Milliseconds. */
export const TAKE_BACK_MS = 10_000

/** Kinds of a message's deliveries, and of its tests. */
export const bulkKind = (message: number) => `bulk:${message}`
export const BULK_TEST = 'bulk.test'

/** Number of recipients shown to the sender; stored to detect a difference. */
const expected = z.number().int().min(0).max(1_000_000).optional()
export const sendInput = z.object({ expected, expected_sms: expected })
export type SendInput = z.infer<typeof sendInput>

export const countsAnswer = z.record(z.string(), z.number().int())

export const sendingAnswer = z.object({
  id: z.number().int(),
  status: z.enum(['draft', 'scheduled', 'sending', 'sent', 'cancelled']),
  scheduled_for: instant.nullable(),
  undo_until: instant.nullable(),
  paused_at: instant.nullable(),
  matching: z.number().int().nullable(),
  receiving: z.number().int().nullable(),
  counts: countsAnswer,
})
export type SendingAnswer = z.infer<typeof sendingAnswer>

/** Failed deliveries of all messages that can be retried. */
export const failuresAnswer = z.object({ failed: z.number().int() })
export type FailuresAnswer = z.infer<typeof failuresAnswer>

export const retryAnswer = z.object({ queued: z.number().int() })

const shownState = z.enum(MESSAGE_STATES)

export const recipientsQuery = z.object({
  state: shownState.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type RecipientsQuery = z.output<typeof recipientsQuery>

export const recipient = z.object({
  id: z.number().int(),
  person: z.number().int(),
  name: z.string(),
  address: z.string(),
  state: shownState,
  reason: z.string().nullable(),
  words: z.string(),
  /** When it entered this state; for a queued delivery, when it is due. */
  at: instant,
})
export type Recipient = z.infer<typeof recipient>

export const recipientList = z.object({
  count: z.number().int(),
  order: z.array(z.number().int()),
  results: z.object({ recipients: z.record(z.string(), recipient) }),
})
export type RecipientList = z.infer<typeof recipientList>

/** `sms`: an email as a text. */
export const testQuery = z.object({ kind: z.literal('sms').optional() })
export type TestInput = z.output<typeof testQuery>

export const testAnswer = z.object({ to: z.string(), tested_at: instant })
export type TestAnswer = z.infer<typeof testAnswer>
