import { sql } from 'kysely'
import { type Rule, referencesTo } from '#server/messages/audience/rule.ts'

/** Has a request that is neither declined nor answered with a shift. */
export const requested: Rule = {
  keys: ['requested'],
  label: 'Asked to help',
  sql: ({ requested }) =>
    requested
      ? sql`p.id in (select q.person from requests q where q.declined_at is null
          and ${requested.event ? sql`q.event = ${requested.event}` : sql`q.event in (select e.id from events e where e.series = ${requested.series ?? null})`}
          and not exists (select from shifts s where s.event = q.event and s.person = q.person))`
      : null,
  references: ({ requested }) => [
    ...referencesTo('events', [requested?.event]),
    ...referencesTo('series', [requested?.series]),
  ],
}
