import * as z from 'zod'
import { BLOCKS } from '#server/deliveries/bounces.pure.ts'
import { type Field, json, orNull, readOnly } from '#server/engine/collections/field-contract.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

/**
 * Why messages to an address or number are held back: `since` is an ISO instant, null if the block is older than that column; `words` is a
 * sentence and `detail` the provider's own text.
 */
export const blockSchema = z.object({
  reason: z.enum(BLOCKS),
  since: instant.nullable(),
  words: z.string(),
  detail: z.string().nullable(),
})
export type AddressBlock = z.infer<typeof blockSchema>

const schema = blockSchema

/** The block of an address, for admins; null for none. */
export const blockField = () => readOnly(orNull({ ...json(), schema, input: schema } as Field<typeof blockSchema>))
