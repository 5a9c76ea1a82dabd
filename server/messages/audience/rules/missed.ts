import { type RawBuilder, sql } from 'kysely'
import { type Rule, referencesTo } from '#server/messages/audience/rule.ts'

/** Where somebody is written to by the channel of a delivery, today. */
const addressOf = (person: 'w' | 'q', delivery: 'd' | 'o'): RawBuilder<string> =>
  sql`case ${sql.ref(`${delivery}.channel`)} when 'email' then ${sql.ref(`${person}.email`)} else ${sql.ref(`${person}.phone`)} end`

/** Was to get an earlier message and did not, as far as is known: nor did somebody else get it at their address, or is about to. */
export const missed: Rule = {
  keys: ['missed'],
  label: 'Did not get a message',
  sql: ({ missed }) =>
    missed
      ? sql`p.id in (select d.person from deliveries d join people w on w.id = d.person
          where d.kind = ${`bulk:${missed}`} and d.kind like 'bulk:%' and d.shift is null
            and d.state in ('skipped', 'failed', 'bounced', 'missed', 'cancelled')
            and not exists (select from deliveries o join people q on q.id = o.person
              where o.kind = d.kind and o.kind like 'bulk:%' and o.shift is null and o.channel = d.channel
                and o.state in ('queued', 'sending', 'sent', 'delivered', 'unknown')
                and coalesce(o.facts ->> 'address', ${addressOf('q', 'o')}) = ${addressOf('w', 'd')}))`
      : null,
  references: ({ missed }) => referencesTo('messages', [missed]),
}
