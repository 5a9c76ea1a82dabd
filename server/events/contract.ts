import * as z from 'zod'
import { defineContract } from '#server/engine/collections/contract.ts'
import {
  choice,
  color,
  type Field,
  flag,
  id,
  instant,
  integer,
  json,
  orNull,
  readOnly,
  relation,
  relations,
  required,
  text,
  textLine,
  titled,
  webAddress,
} from '#server/engine/collections/field-contract.ts'

export const MAX_MINIMUMS = 50
export const MAX_CONTACTS = 10

const minimumList = z
  .array(
    z.strictObject({
      assignment: relation('assignments').schema,
      minimum: integer({ min: 1, max: 1000 }).schema,
    }),
  )
  .max(MAX_MINIMUMS, `At most ${MAX_MINIMUMS}.`)
  .refine(
    (list) => new Set(list.map(({ assignment }) => assignment)).size === list.length,
    'Name each assignment once.',
  )

export type AssignmentMinimum = z.infer<typeof minimumList>[number]

const minimums = (): Field<typeof minimumList> => ({ ...json(), schema: minimumList, input: minimumList, initial: [] })

export const events = defineContract({
  name: 'events',
  singular: 'event',
  title: 'Events',
  label: 'name',
  fields: {
    id: id(),
    name: textLine(200),
    series: orNull(relation('series')),
    eventtype: titled('Event type', orNull(relation('eventtypes'))),
    start: required(instant()),
    end: required(instant()),
    location: orNull(relation('locations')),
    color: titled('Colour', orNull(color())),
    event_url: titled('Web address', orNull(webAddress(2000))),
    details: text(20_000),
    contact: textLine(500),
    /** Members who are notified of what its coordinators are notified of; admins only. */
    contacts: titled('People to notify', relations('people', MAX_CONTACTS)),
    archived: flag(),
    /** People needed to run, over all shifts; null without a minimum. */
    minimum: titled('People needed to run', orNull(integer({ min: 0, max: 1000 }))),
    /** People needed to run for each assignment, in addition to `minimum`. */
    minimums: titled('People needed for assignments', minimums()),
    decide_at: titled('Decide by', orNull(instant())),
    /** "go" goes ahead, "off" is called off; set by `PUT events/{id}/decide`. */
    decision: readOnly(orNull(choice(['go', 'off'], 'go'))),
    /** Always false: external events come from other sites' calendars. */
    external: readOnly(flag()),
    organisation: readOnly(textLine(200)),
    /** Shifts without a person; admins only. */
    empty: titled('Open shifts', readOnly(integer())),
    /** Shifts that begin or end over half an hour beyond the event; admins only. */
    outside: titled('Shifts outside', readOnly(integer())),
  },
  instructions: {
    /** Whether shifts that have not begun move with its start, by the same distance in local time. */
    shifts: choice(['keep', 'move'], 'keep'),
  },
  search: ['name', 'details', 'location/name', 'series/name'],
  sort: ['start'],
})

export type Event = z.infer<typeof events.record>
