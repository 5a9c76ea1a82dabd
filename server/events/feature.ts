import { sql } from 'kysely'
import { defineFeature } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { isOnSql } from '#server/shift-facts/event-sql.ts'
import { eventsCollection } from './collection.ts'
import { AWAITS_DECISION, decisionsToDo } from './decide/queries.ts'
import { renameInMinimums } from './merging.ts'

export const eventsFeature = defineFeature({
  name: 'events',
  collections: [eventsCollection],
  area: 'events',
  calls: {
    'GET /events/{id}/decide': ['events:read', 'people:read'],
    'PUT /events/{id}/decide': ['events:write', 'shifts:read', 'people:read'],
    'POST /events/{id}/decide/preview': ['events:write', 'shifts:read', 'people:read'],
  },
  toDo: { decide: { word: 'Decision', rows: decisionsToDo } },
  audit: {
    'events.decide': {
      label: 'Decided on the event',
      detail: 'decision',
      labels: {
        off: 'Called off the event',
        go: 'Decided that the event goes ahead',
        null: 'Undid the decision on the event',
      },
    },
  },
  notices: {
    /** The decision time of an event has come. Subject: the event. */
    'event.decide': {
      title: 'Time to decide about an event',
      standing: (events) => sql`select id from events e where id = any (${events}) and ${AWAITS_DECISION}`,
      why: 'you coordinate events at',
    },
    'event.decided': {
      title: 'Nothing left to decide',
      standing: (events) =>
        sql`select q.id from unnest(${events}) q (id) where not exists (select from events e where e.id = q.id and ${AWAITS_DECISION})`,
      why: 'you coordinate events at',
    },
    /** An event is called off or deleted. Subject: the event. */
    'event.called_off': {
      title: 'Event called off',
      standing: (events) =>
        sql`select q.id from unnest(${events}) q (id) where not exists (select from events e where e.id = q.id and ${sql.raw(isOnSql('e'))})`,
      why: 'you volunteer at',
    },
    /** An event that was called off goes ahead after all. Subject: the event. */
    'event.back_on': {
      title: 'Event goes ahead after all',
      standing: (events) => sql`select e.id from events e where e.id = any (${events}) and ${sql.raw(isOnSql('e'))}`,
      why: 'you volunteer at',
    },
  },
  ownData: {
    contact_of: (me) =>
      jsonList(
        sql`'event', e.name, 'start', ${instantText('e.start')}`,
        'e.start, e.id',
        sql`from event_contacts c join events e on e.site_id = c.site_id and e.id = c.event where c.person = ${me}`,
      ),
  },
  erase: ({ site, id }) => [sql`delete from core.event_contacts where site_id = ${site} and person = ${id}`],
  onMerge: renameInMinimums,
})
