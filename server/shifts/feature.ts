import type { CallScopes } from '#server/engine/access/scopes.pure.ts'
import { defineFeature } from '#server/engine/features.ts'
import { shiftsCollection } from './collection.ts'

const ROSTER: CallScopes = ['events:read', 'shifts:write', 'people:read']
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
  audit: {
    'shift.take_back_start': 'Took back the start of a shift',
    'shift.take_back_end': 'Took back the end of a shift',
    'shift.start': 'Recorded the start of the shift',
    'shift.end': 'Recorded the end of the shift',
    'roster.save': 'Saved the roster',
    'template.keep': 'Saved the roster as a template',
    'template.forget': 'Deleted a roster template',
    'event.repeat': 'Repeated the event',
  },
})
