import { sql } from 'kysely'
import { AUDIENCE } from '#server/engine/access/scopes.pure.ts'
import { defineFeature } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { deliveriesCollection } from './collection.ts'

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
    sql`update core.deliveries set state = 'cancelled', reason = 'inactive' where site_id = ${site} and person = ${id} and state = 'queued'`,
    sql`update core.deliveries set facts = '{}', error = null where site_id = ${site} and person = ${id} and state <> 'sending'`,
  ],
})
