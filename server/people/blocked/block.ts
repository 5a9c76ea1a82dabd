import * as z from 'zod'
import { BLOCKS } from '#server/deliveries/bounces.pure.ts'
import { type Field, json, orNull, readOnly } from '#server/engine/collections/field-contract.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

/**
 * Why messages are held back. `since` is an ISO instant, null if older than that column; `words` is a sentence,
 * `detail` the provider's own text.
 */
export const blockSchema = z.object({
  reason: z.enum(BLOCKS),
  since: instant.nullable(),
  words: z.string(),
  detail: z.string().nullable(),
})
export type AddressBlock = z.infer<typeof blockSchema>

const schema = blockSchema

export const blockField = () => readOnly(orNull({ ...json(), schema, input: schema } as Field<typeof blockSchema>))
