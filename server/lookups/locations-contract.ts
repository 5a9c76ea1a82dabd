import { defineContract } from '#server/engine/collections/contract.ts'
import { flag, id, integer, required, text, textLine } from '#server/engine/collections/field-contract.ts'

export const locations = defineContract({
  name: 'locations',
  singular: 'location',
  title: 'Locations',
  label: 'name',
  fields: {
    id: id(),
    name: required(textLine(200)),
    address: text(2000),
    order: integer(),
    details: text(20_000),
    archived: flag(),
  },
  search: ['name', 'address'],
  sort: ['order', 'name'],
})
