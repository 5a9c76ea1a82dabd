import * as z from 'zod'
import { version } from '#server/engine/collections/changeset-contract.ts'

const person = z.number().int().positive().nullable()

/** Give the version that was read, or else the person who was on the shift. */
export const assignPerson = z
  .object({ person, was: person.optional(), version: version.optional() })
  .refine(({ was, version }) => was !== undefined || version !== undefined, { path: ['was'], error: 'Required.' })
export type AssignPerson = z.infer<typeof assignPerson>

const step = assignPerson.safeExtend({ shift: z.number().int().positive() })
export type AssignStep = z.infer<typeof step>

export const assignSteps = z.object({
  steps: z
    .array(step)
    .min(1)
    .max(200)
    .refine((steps) => new Set(steps.map(({ shift }) => shift)).size === steps.length, 'Each shift once.'),
})

export const unfitStep = z.object({
  shift: z.number().int(),
  person: z.number().int(),
  name: z.string(),
  against: z.array(z.string()),
})
export type UnfitStep = z.infer<typeof unfitStep>
