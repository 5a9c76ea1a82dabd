import * as z from 'zod'

/** The person on the list that a registration is merged with. */
export const mergeInput = z.object({ person: z.number().int().positive() })
export type MergeInput = z.infer<typeof mergeInput>

/** Somebody on the list with the name or the phone of a registration. */
export const mergeMatch = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  is_active: z.boolean(),
  same_name: z.boolean(),
  same_phone: z.boolean(),
})
export type MergeMatch = z.infer<typeof mergeMatch>

/** `confirmed`: the owner of the registration's email has answered a mail to it; until then it cannot be merged. */
export const mergeMatches = z.object({ confirmed: z.boolean(), people: z.array(mergeMatch) })
export type MergeMatches = z.infer<typeof mergeMatches>

const TAKEN = ['phone', 'notes', 'tags', 'profileentries'] as const
export type Taken = (typeof TAKEN)[number]

/** The person, and what they took from the registration. */
export const merged = z.object({ person: z.number().int(), taken: z.array(z.enum(TAKEN)) })
export type Merged = z.infer<typeof merged>
