import * as z from 'zod'
import { MERGEABLE } from './rules.ts'

export const mergeListed = z.object({
  collection: z.enum(MERGEABLE),
  id: z.number().int().positive(),
  into: z.number().int().positive(),
})

/** `moved`: number of records by collection that now refer to the remaining one. */
export const mergedListed = z.object({ into: z.number().int(), moved: z.record(z.string(), z.number().int()) })
