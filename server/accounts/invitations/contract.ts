import * as z from 'zod'
import { MAX_INVITED, SKIP_REASONS } from './rules.ts'

export const inviteInput = z.object({
  people: z
    .array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER))
    .min(1, 'Choose at least one person.')
    .max(MAX_INVITED, `At most ${MAX_INVITED}.`),
})

const id = z.number().int()

export const inviteAnswer = z.object({
  invited: z.array(id),
  skipped: z.array(z.object({ person: id, reason: z.enum(SKIP_REASONS) })),
})
export type InviteAnswer = z.infer<typeof inviteAnswer>
