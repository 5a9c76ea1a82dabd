import { defineContract } from '#server/engine/collections/contract.ts'
import {
  color,
  flag,
  id,
  integer,
  orNull,
  required,
  textLine,
  titled,
} from '#server/engine/collections/field-contract.ts'

const FORTNIGHT_MINUTES = 20_160

export const eventtypes = defineContract({
  name: 'eventtypes',
  singular: 'event type',
  title: 'Event types',
  label: 'name',
  fields: {
    id: id(),
    name: required(textLine(200)),
    color: titled('Colour', orNull(color())),
    order: integer(),
    default_duration: titled('Default duration in minutes', orNull(integer({ min: 1, max: FORTNIGHT_MINUTES }))),
    archived: flag(),
  },
  search: ['name'],
  sort: ['order', 'name'],
})
