import type * as z from 'zod'
import { defineContract } from '#server/engine/collections/contract.ts'
import {
  choice,
  color,
  flag,
  id,
  instant,
  integer,
  orNull,
  readOnly,
  relation,
  required,
  text,
  textLine,
  titled,
  webAddress,
} from '#server/engine/collections/field-contract.ts'

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
  },
  search: ['name', 'details', 'location/name', 'series/name'],
  sort: ['start'],
})

export type Event = z.infer<typeof events.record>
