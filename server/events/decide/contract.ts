import * as z from 'zod'
import { CHANNELS } from '#server/deliveries/contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

export const MAX_WORDS = 500

export const decideInput = z.object({
  decision: z.enum(['go', 'off'], { error: 'Must be go, off or null.' }).nullable(),
  words: boundedText({ max: MAX_WORDS, trim: true }).optional(),
})
export type DecideInput = z.output<typeof decideInput>

export const callOff = z
  .object({
    at: instant,
    by: z.string().nullable().describe('The name of who called it off; null for a program.'),
    notified: z.number().int().describe('How many people got the message.'),
    waiting: z
      .number()
      .int()
      .describe('How many get it once the undo window is over, including people whose messages cannot reach them.'),
  })
  .nullable()
export type CallOff = z.infer<typeof callOff>

const affected = z.object({ id: z.number().int(), name: z.string(), channels: z.array(z.enum(CHANNELS)) })
export type Affected = z.infer<typeof affected>

/** Recipients of a calling-off. `people` counts each part, without overlap. Without channels: not reached. */
export const callOffPreview = z.object({
  people: z.number().int(),
  on_shift: z.array(affected),
  signed_up: z.array(affected),
  not_reached: z.array(affected),
})
export type CallOffPreview = z.infer<typeof callOffPreview>
