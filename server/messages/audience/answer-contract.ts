import * as z from 'zod'
import { MESSAGE_KINDS } from '#server/messages/templates/contract.ts'
import { audienceSchema, EXCLUSIONS, SWITCHES } from './contract.ts'

export type { Exclusion } from './contract.ts'

export const audienceInput = z.object({ kind: z.enum(MESSAGE_KINDS), audience: audienceSchema })

/** Who matches, how many of them get the message, and the others by reason, with the first people of each by name. */
export const audienceCount = z.object({
  matching: z.number().int(),
  receiving: z.number().int(),
  switch: z.enum(SWITCHES),
  excluded: z.array(
    z.object({ reason: z.enum(EXCLUSIONS), count: z.number().int(), people: z.array(z.number().int()) }),
  ),
})
export type AudienceCount = z.infer<typeof audienceCount>
