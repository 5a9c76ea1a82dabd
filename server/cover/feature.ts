import { sql } from 'kysely'
import type { CallScopes } from '#server/engine/access/scopes.pure.ts'
import { defineFeature, SEASONS_DAYS } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { COMES, IS_GAP } from '#server/shift-facts/gap-sql.ts'
import { WITH_EVENT } from '#server/shift-facts/with-event-sql.ts'
import { gapsToDo } from './board/queries.ts'
import { coverasksCollection, coversCollection } from './collection.ts'
import { coverQuestions } from './own.ts'
import { MOVED } from './store.ts'

const ASKING = sql`select a.id from coverasks a join covers c on c.id = a.cover join shifts s on s.id = c.shift
  where a.answer = 'no' or a.answer = 'yes' and c.covered_by = a.person or c.state in ('searching', 'paused', 'exhausted') or s.person = a.person`

const COVER: CallScopes = ['shifts:write', 'events:read', 'people:read', 'training:read']

export const coverFeature = defineFeature({
  name: 'cover',
  collections: [coversCollection, coverasksCollection],
  area: 'shifts',
  calls: {
    'POST /covers': COVER,
    'PUT /covers/start': COVER,
    'PUT /covers/{id}/pause': COVER,
    'PUT /covers/{id}/resume': COVER,
    'PUT /covers/{id}/advance': COVER,
    'PUT /covers/{id}/stop': COVER,
    'POST /covers/{id}/ask': COVER,
    'GET /covers/{id}/candidates': ['shifts:read', 'requests:read', 'people:read', 'training:read'],
    'PUT /coverasks/{id}/answer': null,
  },
  toDo: { gap: { word: 'No cover', rows: gapsToDo } },
  questions: { cover: coverQuestions },
  audit: {
    'cover.start': 'Started asking people to cover the shift',
    'cover.pause': 'Paused asking people to cover the shift',
    'cover.resume': 'Resumed asking people to cover the shift',
    'cover.advance': 'Asked the next people to cover the shift',
    'cover.stop': 'Stopped asking people to cover the shift',
    'cover.ask': 'Asked chosen people to cover the shift',
    'cover.answer': {
      label: 'Answered a request to cover',
      detail: 'answer',
      labels: { yes: 'Said yes to covering the shift', no: 'Said no to covering the shift' },
    },
  },
  ownData: {
    cover_requests: (me) =>
      jsonList(
        sql`'event', ev.name, 'start', ${instantText('s.start')}, 'asked_at', ${instantText('o.asked_at')}, 'answer', o.answer, 'answered_at', ${instantText('o.answered_at')}`,
        'o.id',
        sql`from coverasks o join covers x on x.site_id = o.site_id and x.id = o.cover ${WITH_EVENT} where o.person = ${me}`,
      ),
    cover_searches: (me) =>
      jsonList(
        sql`'event', ev.name, 'start', ${instantText('s.start')}, 'state', x.state, 'started_at', ${instantText('x.started_at')}`,
        'x.id',
        sql`from covers x ${WITH_EVENT} where x.person = ${me}`,
      ),
  },
  erase: ({ site, id }) => [sql`delete from core.coverasks where site_id = ${site} and person = ${id}`],
  notices: {
    /** A request to cover a shift. Subject: the request, while it is unanswered and the shift needs cover. */
    'cover.asked': {
      title: 'Asked to cover',
      urgent: true,
      stop: { label: 'Stop being asked to cover', stream: 'cover' },
      standing: (asks) =>
        sql`select a.id from coverasks a join covers c on c.id = a.cover join shift_facts s on s.id = c.shift
          where s.is_live and a.id = any (${asks}) and a.answer is null and c.state in ('searching', 'paused', 'exhausted') and s.is_published
            and not s.has_begun and (s.person is null or s.person = c.person and s.answer = 'seeking_cover')`,
      promised: (promises) =>
        sql`select a.id, c.state in ('searching', 'paused', 'exhausted') as open, a.answer is not null and (a.answer = 'no' or c.covered_by is not distinct from a.person) as answered, c.ended, ${sql.raw(MOVED)} as moved
          from ${promises} join coverasks a on a.id = p.subject join covers c on c.id = a.cover join shifts s on s.id = c.shift
          join events e on e.id = s.event`,
      why: 'you can be asked to cover shifts at',
    },
    'cover.found': {
      title: 'Cover found',
      standing: (covers) =>
        sql`select c.id from covers c join shifts s on s.id = c.shift
          where c.id = any (${covers}) and c.state = 'covered' and s.person is distinct from c.person`,
      why: 'you looked for cover at',
    },
    /** The shift no longer needs the person asked to cover it. Subject: the request. */
    'cover.taken': {
      title: 'Cover no longer needed',
      standing: (asks) => sql`select id from unnest(${asks}) id where id not in (${ASKING})`,
      why: 'you were asked to cover a shift at',
    },
    'cover.exhausted': {
      title: 'No one left to ask',
      urgent: true,
      standing: (covers) => sql`select id from covers where id = any (${covers}) and state = 'exhausted'`,
      why: 'you coordinate events at',
    },
    /** The gap was filled or is no longer needed. Subject: the delivery that reported the gap. */
    'cover.ended': {
      title: 'No one is needed any more',
      standing: (deliveries) =>
        sql`select d.id from deliveries d where d.id = any (${deliveries}) and not ${IS_GAP} and not ${COMES}`,
      why: 'you coordinate events at',
    },
  },
  keyless: {
    assignments: ['covers.sought_assignment'],
    locations: ['covers.sought_location'],
    roles: ['covers.sought_role'],
  },
  keeps: [{ table: 'covers', days: SEASONS_DAYS, over: (before) => sql`r.ended_at < ${before}` }],
})
