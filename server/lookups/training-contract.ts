import { defineContract } from '#server/engine/collections/contract.ts'
import { flag, id, orNull, relation, required, text, textLine } from '#server/engine/collections/field-contract.ts'

export const training = defineContract({
  name: 'training',
  singular: 'training',
  title: 'Training',
  label: 'name',
  fields: {
    id: id(),
    name: required(textLine(200)),
    details: text(20_000),
    competency: orNull(relation('competencies')),
    archived: flag(),
  },
  search: ['name', 'details', 'competency/name'],
  sort: ['name'],
})
