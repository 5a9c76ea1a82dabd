import type * as z from 'zod'
import { defineContract } from '#server/engine/collections/contract.ts'
import {
  id,
  instant,
  number,
  orNull,
  readOnly,
  relation,
  required,
  text,
  titled,
} from '#server/engine/collections/field-contract.ts'

export const shifts = defineContract({
  name: 'shifts',
  singular: 'shift',
  title: 'Shifts',
  label: null,
  fields: {
    id: id(),
    event: required(relation('events')),
    person: orNull(relation('people')),
    role: orNull(relation('roles')),
    assignment: orNull(relation('assignments')),
    location: orNull(relation('locations')),
    /** The event's unless given. */
    start: instant(),
    end: instant(),
    /** The times agreed with this person where they differ; null otherwise, and without a person. */
    modified_start: titled('Comes at', orNull(instant())),
    modified_end: titled('Leaves at', orNull(instant())),
    actual_start: orNull(instant()),
    actual_end: orNull(instant()),
    /** Two decimals; null until the shift has ended. */
    hours: readOnly(orNull(number())),
    /** Null means unpublished, else the time of publication. */
    draft: titled('Published', orNull(instant())),
    notes: text(5000),
    published_by: readOnly(orNull(relation('people'))),
  },
  search: ['event/name', 'person/name', 'role/name', 'assignment/name', 'location/name'],
  sort: ['start'],
})

export type Shift = z.infer<typeof shifts.record>
