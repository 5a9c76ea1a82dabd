import * as z from 'zod'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import { capsLeft } from '#server/messages/audience/answer-contract.ts'

/** What is worth knowing before a message is sent. */
export const messageCheck = z.object({
  matching: z.number().int(),
  receiving: z.number().int(),
  /** As of its audience. */
  warning: z.string().optional(),
  /** How many of them got another message in the last seven days, and when the latest was sent; null for none. */
  recent: z.object({ people: z.number().int(), at: instant }).nullable(),
  /** Fields without a fallback that say nothing to some of them, with a few of the names. */
  missing: z.array(
    z.object({ field: z.string(), label: z.string(), people: z.number().int(), names: z.array(z.string()) }),
  ),
  /** What may still be sent. It cannot be sent to more people. */
  caps: capsLeft,
  /** The site's quiet hours, in which a text waits until they end: its wall clock, HH:MM; null for an email, and without any. */
  quiet: z.object({ from: z.string(), until: z.string() }).nullable(),
})
export type MessageCheck = z.infer<typeof messageCheck>
