import * as z from 'zod'
import { CHANNELS } from '#server/deliveries/contract.ts'
import { instant } from '#server/engine/collections/field-contract.ts'
import { audienceSchema, EXCLUSIONS, SWITCHES } from './contract.ts'

export type { Exclusion } from './contract.ts'

/**
 * Caps on messages to many: per sender and day, per site and day, per site and month; and the site's quota of emails a day or
 * texts a month, which counts all of its messages.
 */
export const CAPS = ['person', 'day', 'month', 'quota'] as const
export type Cap = (typeof CAPS)[number]

export const audienceInput = z.object({
  kind: z.enum(CHANNELS),
  audience: audienceSchema,
  /** With `email`: whether it is sent as a text too. */
  also_sms: z.boolean().optional(),
  /** When it will be sent, which selects the day of the caps; default: now. */
  scheduled_for: instant().schema.nullable().optional(),
})

const excluded = z.array(
  z.object({ reason: z.enum(EXCLUSIONS), count: z.number().int(), people: z.array(z.number().int()) }),
)

export const audienceCount = z.object({
  matching: z.number().int(),
  receiving: z.number().int(),
  switch: z.enum(SWITCHES),
  warning: z.string().optional(),
  excluded,
})
export type AudienceCount = z.infer<typeof audienceCount>

/** How many more may be sent, the cap that limits them, and its maximum. */
export const capsLeft = z.object({ left: z.number().int(), cap: z.enum(CAPS), most: z.number().int() })

/**
 * The text beside an email: who gets it, or at least one of both (`reached`); and who gets only one of them or none, by
 * the reason why they do not get the other, or the email.
 */
const textCount = z.object({
  receiving: z.number().int(),
  reached: z.number().int(),
  email_only: excluded,
  sms_only: excluded,
  neither: excluded,
})
export type TextCount = z.infer<typeof textCount>

export const audienceAnswer = audienceCount
  .extend(capsLeft.shape)
  .extend({ sms: textCount.extend(capsLeft.shape).optional() })
export type AudienceAnswer = z.infer<typeof audienceAnswer>
