import * as z from 'zod'

const person = z.number().int().positive().nullable()

/** Who is to be on a shift, and who was when the decision was made. */
export const assignPerson = z.object({ person, was: person })
export type AssignPerson = z.infer<typeof assignPerson>
