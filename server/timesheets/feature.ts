import { sql } from 'kysely'
import type { CallScopes } from '#server/engine/access/scopes.pure.ts'
import { defineFeature } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'

const HOURS_READ: CallScopes = ['events:read', 'shifts:read', 'people:read']

export const timesheetsFeature = defineFeature({
  name: 'timesheets',
  calls: {
    'GET /timesheets': HOURS_READ,
    'GET /timesheets/day': HOURS_READ,
    'GET /timesheets/forgotten': HOURS_READ,
    'GET /timesheets/far_longer': HOURS_READ,
    'GET /timesheets/export.csv': HOURS_READ,
    'PUT /timesheets/end_as_planned': ['shifts:write'],
    'PUT /timesheets/keep_hours': ['shifts:write'],
    'PUT /timesheets/former/{id}': ['shifts:write'],
  },
  audit: {
    'timesheets.export': 'Exported timesheets',
    'shift.keep_hours': 'Kept hours much longer than planned',
    'shift.correct_former': 'Corrected hours on a shift that was given away or deleted',
    'shift.ask_hours': 'Asks again about hours much longer than planned',
  },
  ownData: {
    former_shifts: (me) =>
      jsonList(
        sql`'event', w.event_name, 'start', ${instantText('w.start')}, 'end', ${instantText('w."end"')}, 'modified_start', ${instantText('w.modified_start')}, 'modified_end', ${instantText('w.modified_end')}, 'actual_start', ${instantText('w.actual_start')}, 'actual_end', ${instantText('w.actual_end')}, 'hours', w.hours,
          'role', w.role, 'assignment', w.assignment`,
        'w.start, w.id',
        sql`from worked w where w.person = ${me} and w.draft is not null`,
      ),
  },
})
