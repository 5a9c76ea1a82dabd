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
    /** The acting person unless given; a member asks for nobody else. */
    person: relation('people'),
    comments: text(2000),
    assignment: orNull(relation('assignments')),
    role: orNull(relation('roles')),
    location: orNull(relation('locations')),
    /** Not yet seen by an admin. */
    new: flag(true),
    /** The event's. */
    series: readOnly(orNull(relation('series'))),
    /** The person holds a shift of the event, which members learn once it is published, or an admin declined it. */
    actioned: readOnly(flag()),
    declined_at: titled('Declined', readOnly(orNull(instant()))),
    /** What the person was told about it. */
    declined_reason: titled('Reason', readOnly(text(1000))),
    made: readOnly(instant()),
  },
  search: ['person/name', 'event/name', 'comments'],
  sort: ['-made'],
})
