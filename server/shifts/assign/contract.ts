import * as z from 'zod'

const person = z.number().int().positive().nullable()

/** Who is to be on a shift, and who was when the decision was made. */
export const assignPerson = z.object({ person, was: person })
export type AssignPerson = z.infer<typeof assignPerson>

const step = assignPerson.extend({ shift: z.number().int().positive() })
export type AssignStep = z.infer<typeof step>

/** What is done together in the grid: one shift or several, each once. */
export const assignSteps = z.object({
  steps: z
    .array(step)
    .min(1)
    .max(200)
    .refine((steps) => new Set(steps.map(({ shift }) => shift)).size === steps.length, 'Each shift once.'),
})
