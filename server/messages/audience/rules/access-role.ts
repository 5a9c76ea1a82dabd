import { sql } from 'kysely'
import type { Rule } from '#server/messages/audience/rule.ts'

export const accessRole: Rule = {
  keys: ['access_role'],
  label: 'Access',
  sql: ({ access_role }) => (access_role ? sql`p.role = ${access_role}` : null),
}
