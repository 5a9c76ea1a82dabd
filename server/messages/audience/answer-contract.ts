import * as z from 'zod'
import { CHANNELS } from '#server/deliveries/contract.ts'
import { instant } from '#server/engine/collections/field-contract.ts'
import { audienceSchema, EXCLUSIONS, SWITCHES } from './contract.ts'

export type { Exclusion } from './contract.ts'

/** What limits how many are sent: what one person sends in a day, and what the site sends in a day and in a month. */
export const CAPS = ['person', 'day', 'month'] as const
export type Cap = (typeof CAPS)[number]

export const audienceInput = z.object({
  kind: z.enum(CHANNELS),
  audience: audienceSchema,
  /** When it is to leave, so that the caps of that day count; now unless given. */
  scheduled_for: instant().schema.nullable().optional(),
})

/** Who matches, how many of them get the message, and the others by reason, with the first people of each by name. */
export const audienceCount = z.object({
  matching: z.number().int(),
  receiving: z.number().int(),
  switch: z.enum(SWITCHES),
  /** What to mind before it is sent; absent where there is nothing. */
  warning: z.string().optional(),
  excluded: z.array(
    z.object({ reason: z.enum(EXCLUSIONS), count: z.number().int(), people: z.array(z.number().int()) }),
  ),
})
export type AudienceCount = z.infer<typeof audienceCount>

/** How many may still be sent: by which cap, and the most that it allows. */
export const capsLeft = z.object({ left: z.number().int(), cap: z.enum(CAPS), most: z.number().int() })

export const audienceAnswer = audienceCount.extend(capsLeft.shape)
export type AudienceAnswer = z.infer<typeof audienceAnswer>
