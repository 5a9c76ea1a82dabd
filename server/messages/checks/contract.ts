import * as z from 'zod'

/** What is worth knowing before a message is sent. */
export const messageCheck = z.object({
  matching: z.number().int(),
  receiving: z.number().int(),
  /** How many of them got another message in the last seven days, and when the latest was sent; null for none. */
  recent: z.object({ people: z.number().int(), at: z.string().meta({ format: 'date-time' }) }).nullable(),
  /** Fields without a fallback that say nothing to some of them, with a few of the names. */
  missing: z.array(
    z.object({ field: z.string(), label: z.string(), people: z.number().int(), names: z.array(z.string()) }),
  ),
})
export type MessageCheck = z.infer<typeof messageCheck>
