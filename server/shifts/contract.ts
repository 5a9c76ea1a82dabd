import type * as z from 'zod'
import { defineContract } from '#server/engine/collections/contract.ts'
import {
  choice,
  flag,
  id,
  instant,
  json,
  number,
  orNull,
  readOnly,
  relation,
  required,
  text,
  titled,
} from '#server/engine/collections/field-contract.ts'
import { MAX_REASON, SHIFT_ANSWERS } from '#server/shift-facts/answer-states/contract.ts'

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
    /** Default: the event's. */
    start: instant(),
    end: instant(),
    /** Agreed times where they differ; null otherwise, and without a person. */
    modified_start: titled('Arrives at', orNull(instant())),
    modified_end: titled('Leaves at', orNull(instant())),
    actual_start: orNull(instant()),
    actual_end: orNull(instant()),
    /** Begins or ends more than half an hour beyond its event. */
    outside: titled('Outside its event', readOnly(flag())),
    /** Two decimals; null until the shift has ended. */
    hours: readOnly(orNull(number())),
    /** Null means unpublished, else the time of publication. */
    draft: titled('Published', orNull(instant())),
    notes: text(5000),
    published_by: readOnly(orNull(relation('people'))),
    /** Null while open or unpublished. */
    answer: readOnly(orNull(choice(SHIFT_ANSWERS, 'asked'))),
    nudged: titled('Asked twice', readOnly(flag())),
    /** Admins only: `{state, asked}`, as `Sought`; null while no one is sought. */
    sought: readOnly(orNull(json())),
    /** Admins only, for shifts that are not over: `{inactive, missing}`, as `Unfit`; null for no problem. */
    unfit: titled('Not qualified', readOnly(orNull(json()))),
    answered_at: readOnly(orNull(instant())),
    /** The person, or a coordinator for them. */
    answered_by: readOnly(orNull(relation('people'))),
    /** Visible to the person and admins only. */
    answer_reason: readOnly(text(MAX_REASON)),
  },
  search: ['event/name', 'person/name', 'role/name', 'assignment/name', 'location/name'],
  sort: ['start'],
})

export type Shift = z.infer<typeof shifts.record>
