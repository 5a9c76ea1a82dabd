import * as z from 'zod'
import { version } from '#server/engine/collections/changeset-contract.ts'

/** A change to a draft or template as it was read; without `id` and `version` a new one. Fields are those of its collection. */
export const draftInput = z
  .object({
    id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    version: version.optional(),
    fields: z.record(z.string(), z.unknown()),
  })
  .refine(({ id, version }) => (id === undefined) === (version === undefined), {
    path: ['version'],
    message: 'Give both the id and the version, or neither.',
  })
export type DraftInput = z.infer<typeof draftInput>

/** The stored record; its version, an ISO instant, is when it was stored. */
export const draftSaved = z.object({ id: z.number().int(), version: z.string() })
export type DraftSaved = z.infer<typeof draftSaved>
