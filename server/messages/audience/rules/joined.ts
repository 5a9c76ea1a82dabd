import { sql } from 'kysely'
import type { Rule } from '#server/messages/audience/rule.ts'

/** Joined on the day or later; where no day was given, when they were added. */
export const joined: Rule = {
  keys: ['joined_since'],
  label: 'Joined',
  sql: ({ joined_since: day }, { timezone }) =>
    day ? sql`coalesce(p.joined, (p.created_at at time zone ${timezone})::date) >= ${day}::date` : null,
}
