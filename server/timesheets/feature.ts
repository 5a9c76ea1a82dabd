import type { CallScopes } from '#server/engine/access/scopes.pure.ts'
import { defineFeature } from '#server/engine/features.ts'

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
    'shift.keep_hours': 'Kept hours far longer than planned',
    'shift.correct_former': 'Corrected hours on a shift that was given away or deleted',
    'shift.ask_hours': 'Asks again about hours far longer than planned',
  },
})
