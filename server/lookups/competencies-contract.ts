import { defineContract } from '#server/engine/collections/contract.ts'
import {
  flag,
  id,
  integer,
  orNull,
  required,
  text,
  textLine,
  titled,
} from '#server/engine/collections/field-contract.ts'

export const competencies = defineContract({
  name: 'competencies',
  singular: 'competency',
  title: 'Competencies',
  label: 'name',
  fields: {
    id: id(),
    name: required(textLine(200)),
    details: text(20_000),
    /** Null never expires. */
    valid_months: titled('Valid for (months)', orNull(integer({ min: 1, max: 1200 }))),
    archived: flag(),
  },
  search: ['name', 'details'],
  sort: ['name'],
})
