import * as z from 'zod'

/** Fields of a shift that are staged in the list of all shifts, in the order of its form. */
export const STAGED_FIELDS = ['person', 'assignment', 'role', 'location', 'start', 'end', 'notes'] as const
export type StagedField = (typeof STAGED_FIELDS)[number]

const values = z.partialRecord(z.enum(STAGED_FIELDS), z.unknown())

/** One shift: what its changed fields were when they were staged, and what they become. Values as the collection has them. */
const stagedShift = z.object({ id: z.number().int().positive(), was: values, fields: values })

export const stagedShifts = z.object({
  changes: z
    .array(stagedShift, 'Give a list of changes.')
    .max(500, 'At most 500 at once.')
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Each shift once.'),
})
export type StagedShifts = z.infer<typeof stagedShifts>

/** A shift that somebody else changed meanwhile: what its fields are now, or that it is gone; `by`, if known. */
export type OvertakenShift = { id: number; gone: boolean; fields: Record<string, unknown>; by: string | null }
