import { sql } from 'kysely'
import { ROSTER } from '#server/engine/access/scopes.pure.ts'
import { defineFeature, SEASONS_DAYS } from '#server/engine/features.ts'
import { draftsToDo } from './drafts.ts'

export const publishingFeature = defineFeature({
  name: 'publishing',
  calls: {
    'POST /events/{id}/preview': ['events:write', 'shifts:write', 'people:read'],
    'POST /events/{id}/proof': ['events:write', 'shifts:write', 'people:read'],
    'GET /events/{id}/receipt': ['events:read', 'shifts:read', 'people:read', 'messages:read'],
    'PUT /events/{id}/publish': ROSTER,
    'PUT /roster/publish': ROSTER,
    'POST /roster/publish': ROSTER,
    'PUT /roster/publish/undo': ROSTER,
    'POST /roster/publish/proof': ROSTER,
    'POST /roster/publish/later': ROSTER,
    'PUT /roster/publish/later/{id}/cancel': ROSTER,
    'PUT /shifts/{id}/publish': ['shifts:write'],
    'PUT /shifts/{id}/unpublish': ['shifts:write'],
  },
  toDo: { draft: { word: 'Not published', rows: draftsToDo } },
  audit: {
    'shift.publish_later': 'Planned to publish the shift',
    'shift.publish_never': 'Cancelled the planned publication of the shift',
    'shift.publish': 'Published the shift',
    'shift.unpublish': 'Unpublished the shift',
  },
  notices: {
    /** Shifts of a planned publication were not published. Subject: the publication. */
    'publication.left_out': {
      title: 'Shifts not published as planned',
      plain: true,
      standing: (publications) => sql`select id from publications where id = any (${publications}) and state = 'done'`,
      why: 'you planned to publish shifts at',
    },
  },
  keeps: [{ table: 'publications', days: SEASONS_DAYS, over: (before) => sql`r.ended_at < ${before}` }],
})
