import { sql } from 'kysely'
import { type CallScopes, ROSTER } from '#server/engine/access/scopes.pure.ts'
import { defineFeature } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { shiftsCollection } from './collection.ts'
import { outsideToDo, unfitToDo } from './faults.ts'

const ROSTER_READ: CallScopes = ['events:read', 'shifts:read']

export const shiftsFeature = defineFeature({
  name: 'shifts',
  collections: [shiftsCollection],
  area: 'shifts',
  calls: {
    'PUT /shifts/staged': ROSTER,
    'PUT /shifts/{id}/person': ROSTER,
    'PUT /shifts/{id}/start': null,
    'DELETE /shifts/{id}/start': null,
    'PUT /shifts/{id}/end': null,
    'PUT /events/{id}/roster': ['events:write', 'shifts:write', 'people:read'],
    'POST /events/{id}/repeat': ['events:write', 'shifts:write'],
    'GET /events/{id}/places': ROSTER_READ,
    'GET /events/{id}/suggestions': ['events:read', 'shifts:read', 'people:read', 'requests:read', 'training:read'],
    'GET /events/templates': ROSTER_READ,
    'POST /events/templates': ['events:read', 'shifts:write'],
    'GET /events/templates/{id}': ROSTER_READ,
    'DELETE /events/templates/{id}': ['events:read', 'shifts:write'],
    'PUT /roster/people': ROSTER,
    'POST /roster/people': ROSTER,
  },
  toDo: {
    outside: { word: 'Outside the event', rows: outsideToDo },
    unfit: { word: 'Not qualified', rows: unfitToDo },
  },
  audit: {
    'shift.take_back_start': 'Undid the start of a shift',
    'shift.take_back_end': 'Undid the end of a shift',
    'shift.start': 'Recorded the start of the shift',
    'shift.end': 'Recorded the end of the shift',
    'roster.save': 'Saved the roster',
    'template.keep': 'Saved the roster as a template',
    'template.forget': 'Deleted a roster template',
    'event.repeat': 'Repeated the event',
  },
  ownData: {
    shifts: (me) =>
      jsonList(
        sql`'event', ev.name, 'start', ${instantText('s.start')}, 'end', ${instantText('s."end"')}, 'modified_start', ${instantText('s.modified_start')}, 'modified_end', ${instantText('s.modified_end')}, 'actual_start', ${instantText('s.actual_start')}, 'actual_end', ${instantText('s.actual_end')}, 'hours', s.hours, 'role', s.role_name, 'assignment', s.assignment_name, 'location', l.name,
          'notes', s.notes, 'answer', s.answer, 'answered_at', ${instantText('s.answered_at')}, 'answer_reason', s.answer_reason`,
        's.start, s.id',
        sql`from shift_facts s join events ev on ev.site_id = s.site_id and ev.id = s.event
          left join locations l on l.site_id = s.site_id and l.id = s.location where s.person = ${me} and s.is_published`,
      ),
  },
})
