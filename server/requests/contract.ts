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
    /** The acting person unless given; a member cannot request for anybody else. */
    person: relation('people'),
    comments: text(2000),
    assignment: orNull(relation('assignments')),
    role: orNull(relation('roles')),
    location: orNull(relation('locations')),
    /** The times that the person asks for, where they would not come for the whole shift; they become those of the shift. */
    modified_start: titled('Comes at', orNull(instant())),
    modified_end: titled('Leaves at', orNull(instant())),
    /** Whether no admin has seen it yet. */
    new: flag(true),
    /** The event's series. */
    series: readOnly(orNull(relation('series'))),
    /** Whether the person holds a shift of the event, which members learn once it is published, or an admin has declined. */
    actioned: readOnly(flag()),
    declined_at: titled('Declined', readOnly(orNull(instant()))),
    /** The reason in the notification to the person. */
    declined_reason: titled('Reason', readOnly(text(1000))),
    made: readOnly(instant()),
  },
  search: ['person/name', 'event/name', 'comments'],
  sort: ['-made'],
})
