import * as z from 'zod'

/** Keeps the stored places of `event` under a name. */
export const templateAsk = z.object({
  name: z.string().trim().min(1, 'Required.').max(200, 'Must be at most 200 characters.'),
  event: z.number().int().positive(),
})
export type TemplateAsk = z.infer<typeof templateAsk>

/** A set of places that is kept under a name. */
export type RosterTemplate = { id: number; name: string; places: number }
