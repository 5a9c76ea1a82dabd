import { type RawBuilder, sql } from 'kysely'
import { defineFeature } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { AUDIT_DAYS } from './checkpoints.ts'

/** SQL: the last line that was closed so long ago. Its checkpoint stays, as the start of the log. */
const lastOver = (before: RawBuilder<Date>) =>
  sql`(select max(c.id) from audit_checkpoints c where c.made_at < ${before})`

export const auditFeature = defineFeature({
  name: 'audit',
  calls: {
    'GET /audit': ['audit:read'],
  },
  audit: {
    'audit.accept': 'Signed the audit log as it is',
  },
  keeps: [
    {
      table: 'audit',
      days: AUDIT_DAYS,
      over: (before) => sql`r.id <= ${lastOver(before)}`,
      locks: false,
    },
    { table: 'audit_checkpoints', days: AUDIT_DAYS, over: (before) => sql`r.id < ${lastOver(before)}` },
  ],
  ownData: {
    audit: (me) =>
      jsonList(
        sql`'at', ${instantText('u.at')}, 'action', u.action`,
        'u.id',
        sql`from audit u where u.person = ${me} or u.impersonator = ${me} or (u.subject = 'people' and u.subject_id = ${me})`,
      ),
  },
})
