import * as z from 'zod'
import { defineContract } from '#server/engine/collections/contract.ts'
import { type Field, id, relation, required, text } from '#server/engine/collections/field-contract.ts'

/** Also accepts numbers and booleans. */
const answer = (): Field<z.ZodString> => {
  const field = required(text(5000))
  const asText = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)
  return { ...field, input: z.preprocess(asText, field.input) }
}

/** One per person and field. */
export const profileentries = defineContract({
  name: 'profileentries',
  singular: 'profile entry',
  title: 'Profile Entries',
  label: null,
  fields: {
    id: id(),
    entry_type: required(relation('profilefields')),
    /** Default: the acting person. Members cannot answer for others. */
    person: relation('people'),
    /** Text in the format of the field's kind: a number, YYYY-MM-DD, one of the choices, true or false. */
    value: answer(),
  },
  search: ['value', 'person/name'],
  sort: ['person', 'entry_type'],
})
