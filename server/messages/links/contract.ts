import * as z from 'zod'

export const messageLinks = z.object({
  checked: z.number().int(),
  more: z.number().int(),
  /** Links with a 4xx status; null if unknown: unreachable, not public, or a server error. */
  problems: z.array(z.object({ address: z.string(), status: z.number().int().nullable() })),
})
export type MessageLinks = z.infer<typeof messageLinks>
