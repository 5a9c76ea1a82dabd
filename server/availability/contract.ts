import { defineContract } from '#server/engine/collections/contract.ts'
import { date, id, instant, integer, relation, required } from '#server/engine/collections/field-contract.ts'

export const AVAILABLE_LABELS = ['Unavailable', 'Available', 'Only if required'] as const

/** One mark per person and day. */
export const availability = defineContract({
  name: 'availability',
  singular: 'mark',
  title: 'Availability',
  label: null,
  fields: {
    id: id(),
    /** Default: the acting person. Members cannot mark others' days. */
    person: relation('people'),
    /** The site's day; derived from `start` if only that is given. */
    date: date(),
    /** First and last millisecond of the day, derived from `date`. */
    start: instant(),
    end: instant(),
    available: required(integer({ min: 0, max: 2 })),
  },
  search: ['person/name'],
  sort: ['date'],
})
