import { defineContract } from '#server/engine/collections/contract.ts'
import {
  choice,
  id,
  instant,
  integer,
  orNull,
  readOnly,
  relation,
  relations,
  titled,
} from '#server/engine/collections/field-contract.ts'

/** `exhausted`: everyone suitable was asked without a yes; a coordinator decides how to continue. */
export const COVER_STATES = ['searching', 'paused', 'covered', 'stopped', 'exhausted'] as const
export type CoverState = (typeof COVER_STATES)[number]

export const OPEN_STATES = ['searching', 'paused', 'exhausted'] as const

/** A search for cover; a shift has one at a time. */
export const covers = defineContract({
  name: 'covers',
  singular: 'search for cover',
  title: 'Cover',
  label: null,
  fields: {
    id: id(),
    shift: readOnly(relation('shifts')),
    /** Null for an open shift. */
    person: titled('Person who can’t come', readOnly(orNull(relation('people')))),
    state: readOnly(choice(COVER_STATES, 'searching')),
    rung: titled('Groups asked', readOnly(integer())),
    /** When the next group is asked; null unless it is searching. */
    next_rung_at: titled('Next group at', readOnly(orNull(instant()))),
    covered_by: readOnly(orNull(relation('people'))),
    asks: titled('Asked', readOnly(relations('coverasks'))),
    started_by: readOnly(orNull(relation('people'))),
    started_at: readOnly(instant()),
    ended_at: readOnly(orNull(instant())),
  },
  search: ['shift/event/name', 'person/name', 'covered_by/name'],
  sort: ['-started_at'],
})

export const COVER_ANSWERS = ['yes', 'no'] as const
export type CoverAnswer = (typeof COVER_ANSWERS)[number]

/** A request to one person; once per search. */
export const coverasks = defineContract({
  name: 'coverasks',
  singular: 'request to cover',
  title: 'Requests to cover',
  label: null,
  fields: {
    id: id(),
    cover: readOnly(relation('covers')),
    person: readOnly(relation('people')),
    asked_at: readOnly(instant()),
    answer: readOnly(orNull(choice(COVER_ANSWERS, 'no'))),
    answered_at: readOnly(orNull(instant())),
    channel: titled('Asked by', readOnly(choice(['email', 'sms', 'both', 'none'], 'email'))),
  },
  search: ['person/name'],
  sort: ['-asked_at'],
})
