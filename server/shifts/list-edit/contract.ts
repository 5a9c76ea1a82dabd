import * as z from 'zod'
import { changesetShape } from '#server/engine/collections/changeset-contract.ts'

/** Fields of a shift that are staged in the list of all shifts, in the order of its form. */
export const STAGED_FIELDS = [
  'person',
  'assignment',
  'role',
  'location',
  'start',
  'end',
  'modified_start',
  'modified_end',
  'notes',
] as const

const values = z.partialRecord(z.enum(STAGED_FIELDS), z.unknown())

/** A change by a caller who knows no version: the fields as they were read, and their new values. */
const changeFromValues = z.object({ id: z.number().int().positive(), was: values, fields: values })

/** A changeset of shifts; `changes` is its form for callers who know no versions. */
export const stagedShifts = z
  .object({
    ...changesetShape,
    changes: z
      .array(changeFromValues, 'Give a list of changes.')
      .max(500, 'At most 500 at once.')
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Each shift once.')
      .optional(),
  })
  .refine(({ changes, added, changed, removed }) => changes || added.length + changed.length + removed.length > 0, {
    path: ['changes'],
    error: 'Give a list of changes.',
  })
export type StagedShifts = z.infer<typeof stagedShifts>
