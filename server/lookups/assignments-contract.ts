import { defineContract } from '#server/engine/collections/contract.ts'
import { flag, id, integer, relations, required, text, textLine } from '#server/engine/collections/field-contract.ts'

export const assignments = defineContract({
  name: 'assignments',
  singular: 'assignment',
  title: 'Assignments',
  label: 'name',
  fields: {
    id: id(),
    name: required(textLine(200)),
    order: integer(),
    details: text(20_000),
    required_competencies: relations('competencies'),
    /** Whether members may join a waiting list of it. Turned off, those who wait keep their place. */
    waiting_list: flag(true),
    archived: flag(),
  },
  search: ['name'],
  sort: ['order', 'name'],
})
