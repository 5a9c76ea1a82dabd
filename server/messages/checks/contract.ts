import * as z from 'zod'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import { capsLeft } from '#server/messages/audience/answer-contract.ts'

export const checkQuery = z.object({ kind: z.literal('sms').optional() })

export const messageCheck = z.object({
  matching: z.number().int(),
  receiving: z.number().int(),
  warning: z.string().optional(),
  /** Recipients of another message in the last seven days, and its latest time; null for none. */
  recent: z.object({ people: z.number().int(), at: instant }).nullable(),
  missing: z.array(
    z.object({ field: z.string(), label: z.string(), people: z.number().int(), names: z.array(z.string()) }),
  ),
  caps: capsLeft,
  /** The site's quiet hours, which delay a text: local times, HH:MM; null for an email, and without any. */
  quiet: z.object({ from: z.string(), until: z.string() }).nullable(),
  /** False while its Markdown is not rendered yet. */
  rendered: z.boolean(),
})
export type MessageCheck = z.infer<typeof messageCheck>
