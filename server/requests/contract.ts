import { defineContract } from '#server/engine/collections/contract.ts'
import {
  flag,
  id,
  instant,
  orNull,
  readOnly,
  relation,
  required,
  text,
  titled,
} from '#server/engine/collections/field-contract.ts'

export const requests = defineContract({
  name: 'requests',
  singular: 'request',
  title: 'Requests',
  label: null,
  fields: {
    id: id(),
    event: required(relation('events')),
    /** Default: the acting person. Members cannot request for others. */
    person: relation('people'),
    comments: text(2000),
    assignment: orNull(relation('assignments')),
    role: orNull(relation('roles')),
    location: orNull(relation('locations')),
    /** For someone who would not come for the whole shift; they become the shift's agreed times. */
    modified_start: titled('Arrives at', orNull(instant())),
    modified_end: titled('Leaves at', orNull(instant())),
    new: flag(true),
    series: readOnly(orNull(relation('series'))),
    /** The person holds a shift of the event (visible to members once published), or an admin has declined. */
    actioned: readOnly(flag()),
    declined_at: titled('Declined', readOnly(orNull(instant()))),
    /** Sent to the person. */
    declined_reason: titled('Reason', readOnly(text(1000))),
    made: readOnly(instant()),
  },
  search: ['person/name', 'event/name', 'comments'],
  sort: ['-made'],
})
