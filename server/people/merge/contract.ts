import * as z from 'zod'

export const mergeInput = z.object({ person: z.number().int().positive() })
export type MergeInput = z.infer<typeof mergeInput>

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

/** `confirmed`: the email's owner responded to a message; required for merging. */
export const mergeMatches = z.object({ confirmed: z.boolean(), people: z.array(mergeMatch) })
export type MergeMatches = z.infer<typeof mergeMatches>

const TAKEN = ['phone', 'notes', 'tags', 'profileentries'] as const
export type Taken = (typeof TAKEN)[number]

export const merged = z.object({ person: z.number().int(), taken: z.array(z.enum(TAKEN)) })
export type Merged = z.infer<typeof merged>
