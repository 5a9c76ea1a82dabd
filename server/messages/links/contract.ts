import * as z from 'zod'

/** What the links of a message lead to. */
export const messageLinks = z.object({
  /** How many were asked, and how many were left out since a message has more than are asked. */
  checked: z.number().int(),
  more: z.number().int(),
  /** Those that answered with a status of 4xx; null where nothing is known: not reached, not on the public internet, or out of order. */
  problems: z.array(z.object({ address: z.string(), status: z.number().int().nullable() })),
})
export type MessageLinks = z.infer<typeof messageLinks>
