import { defineContract } from '#server/engine/collections/contract.ts'
import { date, id, instant, integer, relation, required } from '#server/engine/collections/field-contract.ts'

/** Values of `available`. */
export const AVAILABLE_LABELS = ['Unavailable', 'Available', 'Only if required'] as const

/** One mark per person and day. */
export const availability = defineContract({
  name: 'availability',
  singular: 'mark',
  title: 'Availability',
  label: null,
  fields: {
    id: id(),
    /** The acting person unless given; a member cannot mark anybody else's days. */
    person: relation('people'),
    /** The day in the site's time zone; derived from `start` when only that is given. */
    date: date(),
    /** The first and the last millisecond of the day; both are derived from `date`. */
    start: instant(),
    end: instant(),
    available: required(integer({ min: 0, max: 2 })),
  },
  search: ['person/name'],
  sort: ['date'],
})
