import { sql } from 'kysely'
import { defineFeature } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'

export const auditFeature = defineFeature({
  name: 'audit',
  calls: {
    'GET /audit': ['audit:read'],
  },
  ownData: {
    audit: (me) =>
      jsonList(
        sql`'at', ${instantText('u.at')}, 'action', u.action`,
        'u.id',
        sql`from audit u where u.person = ${me} or u.impersonator = ${me} or (u.subject = 'people' and u.subject_id = ${me})`,
      ),
  },
})
