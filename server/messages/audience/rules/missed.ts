import { sql } from 'kysely'
import { type Rule, referencesTo } from '#server/messages/audience/rule.ts'

/** Was to get an earlier message and did not, as far as is known. */
export const missed: Rule = {
  keys: ['missed'],
  label: 'Did not get a message',
  sql: ({ missed }) =>
    missed
      ? sql`p.id in (select d.person from deliveries d where d.kind = ${`bulk:${missed}`} and d.kind like 'bulk:%' and d.shift is null
          and d.state in ('skipped', 'failed', 'bounced', 'missed', 'cancelled'))`
      : null,
  references: ({ missed }) => referencesTo('messages', [missed]),
}
