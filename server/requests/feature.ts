import { sql } from 'kysely'
import { ANSWER } from '#server/engine/access/scopes.pure.ts'
import { defineFeature } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { WITH_EVENT } from '#server/shift-facts/with-event-sql.ts'
import { requestsToDo, timesToDo } from './answer/queries.ts'
import { requestsCollection } from './collection.ts'

export const requestsFeature = defineFeature({
  name: 'requests',
  collections: [requestsCollection],
  area: 'requests',
  calls: {
    'PUT /requests/{id}/assign': ANSWER,
    'PUT /requests/{id}/undo': ANSWER,
    'POST /requests/{id}/preview': ANSWER,
    'PUT /requests/{id}/decline': ['requests:write'],
    'PUT /requests/{id}/reopen': ['requests:write'],
    'PUT /requests/assign': ANSWER,
    'PUT /requests/undo-assign': ANSWER,
    'POST /requests/preview': ANSWER,
    'PUT /requests/decline': ['requests:write'],
    'PUT /requests/reopen': ['requests:write'],
    'POST /requests/batch': null,
    'PUT /requests/withdraw': null,
    'GET /timerequests': ['requests:read', 'shifts:read', 'events:read', 'people:read'],
    'PUT /timerequests/{id}/agree': ANSWER,
    'PUT /timerequests/{id}/decline': ANSWER,
    'PUT /timerequests/{id}/undo': ANSWER,
    'POST /timerequests/{id}/preview': ANSWER,
    'GET /shifts/{id}/times': ['requests:read', 'shifts:read', 'events:read', 'people:read'],
    'PUT /shifts/{id}/times': null,
    'DELETE /shifts/{id}/times': null,
  },
  toDo: {
    request: { word: 'Request', rows: requestsToDo },
    times: { word: 'Different times', rows: timesToDo },
  },
  audit: {
    'request.ask_times': 'Asked for different times',
    'request.withdraw_times': 'Withdrew a request for different times',
    'request.agree_times': 'Agreed to different times',
    'request.decline_times': 'Declined different times',
    'request.undo_times': 'Undid the answer about different times',
    'request.assign': 'Assigned the person to a shift',
    'request.undo': 'Undid the assignment',
    'request.decline': 'Declined the request',
    'request.reopen': 'Reopened the request',
    'requests.withdraw': 'Withdrew the request',
  },
  notices: {
    /** Someone asked for a shift of an event whose contact the recipient is. Subject: the first of their requests. */
    'request.made': {
      title: 'Request for an event',
      standing: (requests) => sql`select id from requests where id = any (${requests}) and declined_at is null`,
      why: 'you are a contact of an event at',
    },
  },
  ownData: {
    requests: (me) =>
      jsonList(
        sql`'event', ev.name, 'start', ${instantText('ev.start')}, 'comments', q.comments, 'created_at', ${instantText('q.created_at')}`,
        'q.id',
        sql`from requests q join events ev on ev.site_id = q.site_id and ev.id = q.event where q.person = ${me}`,
      ),
    time_requests: (me) =>
      jsonList(
        sql`'event', ev.name, 'start', ${instantText('s.start')}, 'end', ${instantText('s."end"')}, 'modified_start', ${instantText('x.modified_start')}, 'modified_end', ${instantText('x.modified_end')},
          'comments', x.comments, 'created_at', ${instantText('x.created_at')}, 'answered_at', ${instantText('x.answered_at')}, 'granted', x.granted, 'reason', x.reason`,
        'x.id',
        sql`from time_requests x ${WITH_EVENT} where x.person = ${me}`,
      ),
  },
  erase: ({ site, id }) => [
    sql`delete from core.time_requests where site_id = ${site} and person = ${id}`,
    sql`update core.requests set comments = '' where site_id = ${site} and person = ${id}`,
  ],
  keyless: { locations: ['requests.asked_location'] },
})
