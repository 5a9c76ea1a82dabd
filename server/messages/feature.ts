import { sql } from 'kysely'
import { AUDIENCE } from '#server/engine/access/scopes.pure.ts'
import { defineFeature, SEASONS_DAYS } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { messagesCollection } from './collection.ts'
import { draftsToDo } from './drafts/to-do.ts'
import { renameInAudiences } from './merging.ts'
import { advanceMessages } from './sending/dispatch.ts'
import { forgetTexts } from './sending/forget-texts.ts'
import { countsOf, ofMessage } from './sending/store.ts'
import { messagetemplatesCollection } from './templates/collection.ts'

/** SQL: messages to many that reached the person, with their text as written, fields in braces. */
const GOT = sql`d.kind like 'bulk:%' and d.state in ('sent', 'delivered', 'bounced', 'complained')`

/** States from which a delivery may leave after two years. One whose outcome is unknown then is over. */
const WAITING = sql`('queued', 'sending')`

/** A message may have thousands of deliveries. */
const MESSAGES_A_TURN = 10

export const messagesFeature = defineFeature({
  name: 'messages',
  collections: [messagesCollection, messagetemplatesCollection],
  area: 'messages',
  calls: {
    'PUT /messages/{id}/send': [
      'messages:write',
      'people:read',
      'events:read',
      'shifts:read',
      'requests:read',
      'training:read',
    ],
    'PUT /messages/draft': ['messages:write'],
    'PUT /messages/{id}/cancel': ['messages:write'],
    'PUT /messages/{id}/pause': ['messages:write'],
    'PUT /messages/{id}/resume': ['messages:write'],
    'PUT /messages/{id}/retry': ['messages:write'],
    'GET /messages/failures': ['messages:read'],
    'GET /messages/{id}/recipients': ['messages:read', 'people:read'],
    'GET /messages/{id}/recipients/export.csv': ['messages:read', 'people:read'],
    'GET /messages/{id}/check': AUDIENCE,
    'GET /messages/{id}/links': ['messages:read'],
    'GET /messages/{id}/preview': AUDIENCE,
    'GET /messages/{id}/readers': AUDIENCE,
    'POST /messages/{id}/test': null,
    'POST /messages/{id}/attachments': ['messages:write'],
    'PUT /messages/{id}/attachments': ['messages:write'],
    'GET /messages/{id}/attachments/{file}': ['messages:read'],
    'DELETE /messages/{id}/attachments/{file}': ['messages:write'],
    'POST /messages/pictures': ['messages:write'],
    'POST /messages/audience': AUDIENCE,
    'PUT /messagetemplates/draft': ['messages:write'],
    'POST /messagetemplates/preview': AUDIENCE,
    'POST /messagetemplates/readers': AUDIENCE,
    'POST /messagetemplates/starters': ['messages:write'],
  },
  toDo: { message: { word: 'Unfinished message', rows: draftsToDo } },
  audit: {
    'messages.send': 'Sent the message',
    'messages.schedule': 'Scheduled the message',
    'messages.cancel': 'Cancelled the scheduled message',
    'messages.held': 'The scheduled message was not sent',
    'messages.retry': 'Sent the message again where it had failed',
    'messages.test': 'Sent a test of the message',
    'messages.pause': 'Paused the sending',
    'messages.resume': 'Resumed the sending',
    'messages.attach': 'Attached a file',
    'messages.detach': 'Removed an attached file',
    'messages.copy_files': 'Attached the files of another message',
    'messages.export': 'Exported the recipients',
  },
  ownData: {
    messages: (me) =>
      jsonList(
        sql`'kind', d.kind, 'channel', d.channel, 'state', d.state, 'due_at', ${instantText('d.due_at')}, 'sent_at', ${instantText('d.sent_at')},
          'subject', case when ${GOT} then d.facts ->> 'subject' end, 'text', case when ${GOT} then coalesce(d.facts ->> 'text', m.body) end`,
        'd.id',
        sql`from deliveries d left join messages m on m.site_id = d.site_id and m.id = case when d.kind like 'bulk:%' then substring(d.kind from 6)::bigint end
          where d.person = ${me}`,
      ),
  },
  keeps: [
    // The message keeps its counts. Its text and the people chosen for it go, too: without its deliveries no erasure would find it.
    // One subquery for each message, which its index answers: `not exists` would join all deliveries of the site.
    {
      table: 'deliveries',
      days: SEASONS_DAYS,
      first: (before) =>
        forgetTexts(
          sql`m.id in (select o.id from messages o where o.final_counts is null and o.status in ('sending', 'sent', 'cancelled') and o.started_at < ${before}
            and (select 1 from deliveries d left join events e on e.site_id = d.site_id and e.id = d.event
              where ${ofMessage(sql`o.id`)} and (d.state in ${WAITING} or d.due_at >= ${before} or e."end" >= ${before}) limit 1) is null
            limit ${sql.lit(MESSAGES_A_TURN)} for update of o skip locked)`,
          sql`, final_counts = ${sql.raw(countsOf('m'))}, audience = m.audience - 'people' - 'except',
            origin = case when m.origin ->> 'kind' <> 'person' then m.origin end,
            sent_at = case m.status when 'sending' then m.started_at else m.sent_at end, status = case m.status when 'sending' then 'sent' else m.status end`,
        ),
      over: () => sql`r.kind like 'bulk:%' and r.shift is null and r.state not in ${WAITING}
        and r.kind = any (array(select 'bulk:' || m.id from messages m where m.final_counts is not null))`,
    },
  ],
  onMerge: renameInAudiences,
  sweeps: { 'messages.advance': { everyMs: 2_000, run: advanceMessages } },
})
