import type * as z from 'zod'
import { defineContract } from '#server/engine/collections/contract.ts'
import { flag, id, integer, line, required, text } from '#server/engine/collections/field-contract.ts'

/** The duties that a shift can be about. */
export const assignments = defineContract({
  name: 'assignments',
  singular: 'assignment',
  title: 'Assignments',
  label: 'name',
  fields: {
    id: id(),
    name: required(line(200)),
    order: integer(),
    details: text(20_000),
    archived: flag(),
  },
  search: ['name'],
  sort: ['order', 'name'],
})

export type Assignment = z.infer<typeof assignments.record>
