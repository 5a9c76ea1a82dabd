import { sql } from 'kysely'
import type { Rule } from '#server/messages/audience/rule.ts'

export const everyone: Rule = {
  keys: ['everyone'],
  label: 'Everybody',
  sql: ({ everyone }) => (everyone ? sql`p.is_active` : null),
}
