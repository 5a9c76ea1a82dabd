import { defineContract } from '#server/engine/collections/contract.ts'
import { flag, id, integer, required, text, textLine } from '#server/engine/collections/field-contract.ts'

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
    archived: flag(),
  },
  search: ['name'],
  sort: ['order', 'name'],
})
