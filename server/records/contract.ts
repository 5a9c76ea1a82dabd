import { defineContract } from '#server/engine/collections/contract.ts'
import {
  date,
  flag,
  id,
  orNull,
  readOnly,
  relation,
  required,
  text,
} from '#server/engine/collections/field-contract.ts'

export const records = defineContract({
  name: 'records',
  singular: 'record',
  title: 'Records',
  label: null,
  fields: {
    id: id(),
    person: required(relation('people')),
    competency: required(relation('competencies')),
    training: orNull(relation('training')),
    achieved: required(date()),
    /** The last valid day, from the competency's validity; null never expires. */
    expires: readOnly(orNull(date())),
    /** Visible only to admins. */
    details: text(20_000),
    /** Whether it is the newest of the person and competency by today in the site's zone, and has not expired. */
    current: readOnly(flag()),
  },
  search: ['person/name', 'competency/name', 'training/name'],
  sort: ['-achieved'],
})
