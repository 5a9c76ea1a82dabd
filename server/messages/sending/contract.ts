import * as z from 'zod'

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

const instant = z.iso.datetime().nullable()

/** A message after a step of its sending. */
export const sendingAnswer = z.object({
  id: z.number().int(),
  status: z.enum(['draft', 'scheduled', 'sending', 'sent', 'cancelled']),
  scheduled_for: instant,
  undo_until: instant,
  matching: z.number().int().nullable(),
  receiving: z.number().int().nullable(),
  counts: countsAnswer,
})
export type SendingAnswer = z.infer<typeof sendingAnswer>

export const retryAnswer = z.object({ queued: z.number().int() })
