import { sql } from 'kysely'
import { type Rule, referencesTo } from '#server/messages/audience/rule.ts'

/** Is in a saved view of the list of people, and in the list with the given filters. */
export const listed: Rule = {
  keys: ['view', 'filters'],
  label: 'List of people',
  sql: (_audience, { listed }) => (listed ? sql`p.id = any (${listed}::bigint[])` : null),
  references: ({ view }) => referencesTo('savedviews', [view]),
}
