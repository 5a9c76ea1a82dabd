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
    /** The event's unless given. */
    start: instant(),
    end: instant(),
    /** The times agreed with this person where they differ; null otherwise, and without a person. */
    modified_start: titled('Comes at', orNull(instant())),
    modified_end: titled('Leaves at', orNull(instant())),
    actual_start: orNull(instant()),
    actual_end: orNull(instant()),
    /** Whether it begins or ends more than half an hour beyond its event. */
    outside: titled('Outside its event', readOnly(flag())),
    /** Two decimals; null until the shift has ended. */
    hours: readOnly(orNull(number())),
    /** Null means unpublished, else the time of publication. */
    draft: titled('Published', orNull(instant())),
    notes: text(5000),
    published_by: readOnly(orNull(relation('people'))),
    /** What its person said: null while it is open or unpublished. */
    answer: readOnly(orNull(choice(SHIFT_ANSWERS, 'asked'))),
    /** Whether its person was asked a second time. */
    nudged: titled('Asked twice', readOnly(flag())),
    /** Who is sought for it, for admins: `{state, asked}`, as `Sought`; null while nobody is. */
    sought: readOnly(orNull(json())),
    /** What keeps its person from a shift that is not over, for admins: `{inactive, missing}`, as `Unfit`; null where nothing does. */
    unfit: titled('Not qualified', readOnly(orNull(json()))),
    answered_at: readOnly(orNull(instant())),
    /** Who recorded it: the person, or a coordinator for them. */
    answered_by: readOnly(orNull(relation('people'))),
    /** For the person and admins only. */
    answer_reason: readOnly(text(MAX_REASON)),
  },
  search: ['event/name', 'person/name', 'role/name', 'assignment/name', 'location/name'],
  sort: ['start'],
})

export type Shift = z.infer<typeof shifts.record>
