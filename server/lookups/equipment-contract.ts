import { defineContract } from '#server/engine/collections/contract.ts'
import {
  flag,
  id,
  integer,
  orNull,
  relation,
  required,
  text,
  textLine,
} from '#server/engine/collections/field-contract.ts'

export const equipment = defineContract({
  name: 'equipment',
  singular: 'equipment',
  title: 'Equipment',
  label: 'name',
  fields: {
    id: id(),
    name: required(textLine(200)),
    details: text(20_000),
    location: orNull(relation('locations')),
    order: integer(),
    archived: flag(),
  },
  search: ['name', 'details', 'location/name'],
  sort: ['order', 'name'],
})
