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

/** `exhausted`: everybody suitable was asked and nobody has said yes; a coordinator decides how it goes on. */
export const COVER_STATES = ['searching', 'paused', 'covered', 'stopped', 'exhausted'] as const
export type CoverState = (typeof COVER_STATES)[number]

/** Searches whose people may still say yes. */
export const OPEN_STATES = ['searching', 'paused', 'exhausted'] as const

/** The search for somebody who does a shift; a shift has one at a time. */
export const covers = defineContract({
  name: 'covers',
  singular: 'search for cover',
  title: 'Cover',
  label: null,
  fields: {
    id: id(),
    shift: readOnly(relation('shifts')),
    /** Who cannot come; null for an open shift. */
    person: titled('Who cannot come', readOnly(orNull(relation('people')))),
    state: readOnly(choice(COVER_STATES, 'searching')),
    /** How many groups were asked. */
    rung: titled('Groups asked', readOnly(integer())),
    /** When the next people are asked; null unless it searches. */
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

/** One person asked to cover; a search asks nobody twice. */
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
    /** How the request reached them. */
    channel: titled('Asked by', readOnly(choice(['email', 'sms', 'both', 'none'], 'email'))),
  },
  search: ['person/name'],
  sort: ['-asked_at'],
})
