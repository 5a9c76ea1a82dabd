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
    /** Admins only. */
    details: text(20_000),
    /** The newest of the person and competency up to today (site time zone), and not expired. */
    current: readOnly(flag()),
  },
  search: ['person/name', 'competency/name', 'training/name'],
  sort: ['-achieved'],
})
