import { type RawBuilder, sql } from 'kysely'
import { ANSWER } from '#server/engine/access/scopes.pure.ts'
import { defineFeature, SEASONS_DAYS } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { isOnSql } from '#server/shift-facts/event-sql.ts'
import { mergeEntries } from './merging.ts'
import { heldQuestions } from './own.ts'
import { advanceWaiting } from './tick.ts'

const OFFERED = (offers: RawBuilder<unknown>) =>
  sql<{ id: number }>`select o.id from waitingoffers o join waiting w on w.id = o.waiting
    join shifts s on s.id = o.shift and s.event = w.event and s.assignment = w.assignment
    join events e on e.id = s.event and ${sql.raw(isOnSql('e'))}
    where o.id = any (${offers}) and o.ended is null and s.person is null and s.draft is not null
      and core.is_as_offered(o, s, coalesce(s.location, e.location))`

export const waitingFeature = defineFeature({
  name: 'waiting',
  calls: {
    'GET /waiting': ['requests:read', 'shifts:read', 'events:read', 'people:read'],
    'GET /waiting/{id}': ['requests:read', 'shifts:read', 'events:read', 'people:read'],
    'POST /waiting': null,
    'DELETE /waiting/{id}': ANSWER,
    'PUT /waiting/{id}/accept': null,
    'PUT /waiting/{id}/decline': ANSWER,
    'PUT /waiting/{id}/offer': ANSWER,
  },
  audit: {
    'waiting.join': 'Joined the waiting list',
    'waiting.leave': 'Left the waiting list',
    'waiting.offer': 'Offered the shift to someone on the waiting list',
    'waiting.accept': 'Took the shift from the waiting list',
    'waiting.decline': 'Declined the shift from the waiting list',
  },
  questions: { held: heldQuestions },
  ownData: {
    waiting_lists: (me) =>
      jsonList(
        sql`'event', ev.name, 'assignment', a.name, 'joined_at', ${instantText('w.created_at')}`,
        'w.id',
        sql`from waiting w join events ev on ev.site_id = w.site_id and ev.id = w.event join assignments a on a.site_id = w.site_id and a.id = w.assignment
          where w.person = ${me}`,
      ),
  },
  erase: ({ site, id }) => [sql`delete from core.waiting where site_id = ${site} and person = ${id}`],
  notices: {
    /** A shift is offered to a waiting person. Subject: the offer. */
    'waiting.offered': {
      title: 'Shift offered to someone waiting',
      urgent: true,
      standing: OFFERED,
      promised: (promises) =>
        sql`select p.subject as id, o.ended is null as open, o.ended is not distinct from 'no' as answered, o.ended, false as moved
          from ${promises} join waitingoffers o on o.shift = p.shift join waiting w on w.id = o.waiting and w.person = p.person`,
      why: 'you are on a waiting list at',
    },
    /** An offer has expired or ended otherwise. Subject: the offer. */
    'waiting.expired': {
      title: 'Shift no longer held',
      standing: (offers) => sql`select id from unnest(${offers}) id where id not in (${OFFERED(offers)})`,
      why: 'you are on a waiting list at',
    },
    /** A waiting person did not take a coordinator's offer. Subject: the shift, while it is open. */
    'waiting.not_taken': {
      title: 'Offered shift not taken',
      standing: (shifts) =>
        sql`select id from shifts where id = any (${shifts}) and person is null and draft is not null`,
      why: 'you coordinate events at',
    },
  },
  keyless: { locations: ['waitingoffers.location'], roles: ['waitingoffers.role'] },
  onMerge: mergeEntries,
  sweeps: { 'waiting.advance': { everyMs: 10_000, run: advanceWaiting } },
  keeps: [{ table: 'waitingoffers', days: SEASONS_DAYS, over: (before) => sql`r.ended_at < ${before}` }],
})
