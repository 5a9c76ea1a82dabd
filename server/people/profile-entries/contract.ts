import * as z from 'zod'
import { defineContract } from '#server/engine/collections/contract.ts'
import { type Field, id, relation, required, text } from '#server/engine/collections/field-contract.ts'

/** A text; numbers and booleans are accepted as such. */
const answer = (): Field<z.ZodString> => {
  const field = required(text(5000))
  const asText = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)
  return { ...field, input: z.preprocess(asText, field.input) }
}

/** A person's answer to a profile field; one per person and field. */
export const profileentries = defineContract({
  name: 'profileentries',
  singular: 'profile entry',
  title: 'Profile Entries',
  label: null,
  fields: {
    id: id(),
    /** The profile field. */
    entry_type: required(relation('profilefields')),
    /** The acting person unless given; a member cannot answer for anybody else. */
    person: relation('people'),
    /** As text, in the format of the field's kind: a number, YYYY-MM-DD, one of the choices, true or false. */
    value: answer(),
  },
  search: ['value', 'person/name'],
  sort: ['person', 'entry_type'],
})
