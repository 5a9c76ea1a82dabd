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
  required,
  text,
  textLine,
  titled,
  webAddress,
} from '#server/engine/collections/field-contract.ts'

/** The most assignments of which an event says how many people it needs. */
export const MAX_MINIMUMS = 50

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

/** How many people an event needs of an assignment. */
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
    archived: flag(),
    /** How many people it needs to run, on all its shifts together; null where it runs anyway. */
    minimum: titled('People needed to run', orNull(integer({ min: 0, max: 1000 }))),
    /** How many people it needs to run of an assignment, besides `minimum`. */
    minimums: titled('People needed for assignments', minimums()),
    /** When a coordinator decides whether it goes ahead. */
    decide_at: titled('Decide by', orNull(instant())),
    /** "go" goes ahead, "off" is called off; changed by `PUT events/{id}/decide`. */
    decision: readOnly(orNull(choice(['go', 'off'], 'go'))),
    /** Always false here: external events come from other sites' calendars. */
    external: readOnly(flag()),
    /** The site's name. */
    organisation: readOnly(textLine(200)),
    /** Shifts without a person; admins only. */
    empty: titled('Open shifts', readOnly(integer())),
    /** Shifts that begin or end more than half an hour beyond it; admins only. */
    outside: titled('Shifts outside', readOnly(integer())),
  },
  instructions: {
    /** Whether its shifts move with its start, by the same distance on the wall clock. Those that have begun stay. */
    shifts: choice(['keep', 'move'], 'keep'),
  },
  search: ['name', 'details', 'location/name', 'series/name'],
  sort: ['start'],
})

export type Event = z.infer<typeof events.record>
