import { defineContract } from '#server/engine/collections/contract.ts'
import {
  choice,
  date,
  flag,
  id,
  instant,
  integer,
  json,
  number,
  orNull,
  relation,
  relations,
  required,
  text,
  textLine,
  textList,
} from '#server/engine/collections/field-contract.ts'

/** A collection that the product does not have, with a field of every kind. */
export const moorings = defineContract({
  name: 'moorings',
  singular: 'mooring',
  title: 'Moorings',
  label: 'name',
  fields: {
    id: id(),
    name: required(textLine(200)),
    side: choice(['port', 'starboard'], 'port'),
    depth: orNull(number()),
    laid: orNull(date()),
    inspected: orNull(instant()),
    location: orNull(relation('locations')),
    needs: relations('competencies'),
    marks: textList(40),
    details: text(2000),
    facts: json(),
    order: integer(),
    archived: flag(),
  },
  search: ['name', 'location/name'],
  sort: ['order', 'name'],
})
