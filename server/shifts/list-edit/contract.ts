import * as z from 'zod'
import { changesetShape } from '#server/engine/collections/changeset-contract.ts'

/** Fields that the list of all shifts stages, in the order of its form. */
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

/** For callers without a version: the fields as read, and their new values. */
const changeFromValues = z.object({ id: z.number().int().positive(), was: values, fields: values })

/** `changes` is the form for callers without versions. */
export const stagedShifts = z
  .object({
    ...changesetShape,
    changes: z
      .array(changeFromValues, 'Give a list of changes.')
      .max(500, 'At most 500 at a time.')
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Each shift once.')
      .optional(),
  })
  .refine(({ changes, added, changed, removed }) => changes || added.length + changed.length + removed.length > 0, {
    path: ['changes'],
    error: 'Give a list of changes.',
  })
export type StagedShifts = z.infer<typeof stagedShifts>
