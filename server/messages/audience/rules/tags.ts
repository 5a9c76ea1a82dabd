import { sql } from 'kysely'
import type { Rule } from '#server/messages/audience/rule.ts'

/** Has one of these tags, spelt as they are. */
export const tags: Rule = {
  keys: ['tags'],
  label: 'Tag',
  sql: ({ tags }) => (tags ? sql`p.tags && ${tags}::text[]` : null),
}
