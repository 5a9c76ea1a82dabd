import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

export const templateInput = z.object({
  name: boundedText({ max: 200, tooLong: 'Must be at most 200 characters.', trim: true }).min(1, 'Required.'),
  event: z.number().int().positive(),
})
export type TemplateInput = z.infer<typeof templateInput>

export type RosterTemplate = { id: number; name: string; places: number }
