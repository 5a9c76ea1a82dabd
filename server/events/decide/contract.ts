import * as z from 'zod'
import { CHANNELS } from '#server/deliveries/contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

/** Longer than anybody reads in a message that says only one thing. */
export const MAX_WORDS = 500

export const decideInput = z.object({
  decision: z.enum(['go', 'off'], { error: 'Must be go, off or null.' }).nullable(),
  /** What people read besides the fact when an event is called off. */
  words: boundedText({ max: MAX_WORDS, trim: true }).optional(),
})
export type DecideInput = z.output<typeof decideInput>

const affected = z.object({ id: z.number().int(), name: z.string(), channels: z.array(z.enum(CHANNELS)) })
export type Affected = z.infer<typeof affected>

/** Who would hear that an event is called off. `people` of each part; nobody is in two. Without channels: not reached. */
export const callOffPreview = z.object({
  /** How many people hear it. */
  people: z.number().int(),
  on_shift: z.array(affected),
  signed_up: z.array(affected),
  not_reached: z.array(affected),
})
export type CallOffPreview = z.infer<typeof callOffPreview>
