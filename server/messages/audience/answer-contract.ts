import * as z from 'zod'
import { CHANNELS } from '#server/deliveries/contract.ts'
import { instant } from '#server/engine/collections/field-contract.ts'
import { audienceSchema, EXCLUSIONS, SWITCHES } from './contract.ts'

export type { Exclusion } from './contract.ts'

/** Caps on messages: per sender and day, per site and day, per site and month. */
export const CAPS = ['person', 'day', 'month'] as const
export type Cap = (typeof CAPS)[number]

export const audienceInput = z.object({
  kind: z.enum(CHANNELS),
  audience: audienceSchema,
  /** When it will be sent, which selects the day of the caps; default: now. */
  scheduled_for: instant().schema.nullable().optional(),
})

export const audienceCount = z.object({
  matching: z.number().int(),
  receiving: z.number().int(),
  switch: z.enum(SWITCHES),
  warning: z.string().optional(),
  excluded: z.array(
    z.object({ reason: z.enum(EXCLUSIONS), count: z.number().int(), people: z.array(z.number().int()) }),
  ),
})
export type AudienceCount = z.infer<typeof audienceCount>

/** How many more may be sent, the cap that limits them, and its maximum. */
export const capsLeft = z.object({ left: z.number().int(), cap: z.enum(CAPS), most: z.number().int() })

export const audienceAnswer = audienceCount.extend(capsLeft.shape)
export type AudienceAnswer = z.infer<typeof audienceAnswer>
