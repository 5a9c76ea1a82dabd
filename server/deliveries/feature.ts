import { type RawBuilder, sql } from 'kysely'
import { AUDIENCE } from '#server/engine/access/scopes.pure.ts'
import { defineFeature, SEASONS_DAYS } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { deliveriesCollection } from './collection.ts'
import { renameTold } from './told.ts'

const isNotAhead = (before: RawBuilder<Date>) =>
  sql`not exists (select from shifts s where s.id = r.shift and s."end" >= ${before})`

export const deliveriesFeature = defineFeature({
  name: 'deliveries',
  collections: [deliveriesCollection],
  area: 'messages',
  calls: {
    'GET /deliveries/explain': AUDIENCE,
    'PUT /deliveries/{id}/resend': ['messages:write', 'people:read', 'events:read', 'shifts:read'],
  },
  audit: {
    'messages.resend': 'Sent a message to them again',
  },
  ownData: {
    told: (me) =>
      jsonList(
        sql`'event', t.facts ->> 'event_name', 'start', t.facts ->> 'start', 'end', t.facts ->> 'end', 'yours', t.state = 'theirs', 'by', t.by, 'at', ${instantText('t.at')}`,
        't.id',
        sql`from told t where t.person = ${me}`,
      ),
  },
  erase: ({ site, id }) => [
    sql`delete from core.told where site_id = ${site} and person = ${id}`,
    // Their shifts are compared for what was promised to others.
    sql`update core.marks set person = nullif(person, ${id}), actor = nullif(actor, ${id}) where site_id = ${site} and ${id} in (person, actor)`,
    sql`update core.deliveries set state = 'cancelled', reason = 'inactive' where site_id = ${site} and person = ${id} and state = 'queued'`,
    sql`update core.deliveries set facts = '{}', error = null where site_id = ${site} and person = ${id} and state <> 'sending'`,
  ],
  onMerge: renameTold,
  keeps: [
    {
      table: 'told',
      days: 90,
      over: (before) => sql`greatest((r.facts ->> 'end')::timestamptz, r.at) < ${before} and ${isNotAhead(before)}`,
    },
    // Its key prevents a second one while its shift is ahead. Those of messages go with their text (`server/messages/feature.ts`).
    {
      table: 'deliveries',
      days: SEASONS_DAYS,
      over: (
        before,
      ) => sql`r.kind not like 'bulk:%' and r.state not in ('queued', 'sending', 'unknown') and r.due_at < ${before}
        and not exists (select from events e where e.id = r.event and e."end" >= ${before}) and ${isNotAhead(before)}`,
    },
  ],
})
