import { sql } from 'kysely'
import { ANSWER } from '#server/engine/access/scopes.pure.ts'
import { defineFeature, SEASONS_DAYS } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { WITH_EVENT } from '#server/shift-facts/with-event-sql.ts'
import { renameInSwaps } from './merging.ts'
import { approvalsToDo } from './queries.ts'
import { swapQuestions } from './questions.ts'
import { advanceSwaps } from './tick.ts'

export const swapsFeature = defineFeature({
  name: 'swaps',
  calls: {
    'GET /swaps': ['requests:read', 'shifts:read', 'events:read', 'people:read'],
    'GET /swaps/{id}': ['requests:read', 'shifts:read', 'events:read', 'people:read'],
    'POST /swaps': null,
    'GET /swaps/options': null,
    'PUT /swaps/{id}/accept': null,
    'PUT /swaps/{id}/decline': ANSWER,
    'PUT /swaps/{id}/withdraw': ANSWER,
    'PUT /swaps/{id}/approve': ANSWER,
    'PUT /swaps/{id}/undo': ANSWER,
  },
  toDo: { swap: { word: 'Swap to approve', rows: approvalsToDo } },
  questions: { swap: swapQuestions },
  audit: {
    'swaps.hand_over': 'Asked someone to take the shift',
    'swaps.swap': 'Asked for a swap',
    'swaps.offer': 'Offered the shift for a swap',
    'swaps.accept': 'Accepted the swap',
    'swaps.decline': 'Declined the swap',
    'swaps.withdraw': 'Withdrew the swap',
    'swaps.approve': 'Approved the swap',
    'swaps.undo': 'Undid the decision about the swap',
    'swaps.move': 'Gave the shift to someone else in a swap',
  },
  ownData: {
    swaps: (me) =>
      jsonList(
        sql`'kind', x.kind, 'event', ev.name, 'start', ${instantText('s.start')}, 'wants', x.wants, 'comments', x.comments, 'state', x.state, 'created_at', ${instantText('x.created_at')}`,
        'x.id',
        sql`from swaps x ${WITH_EVENT} where x.person = ${me}`,
      ),
    swap_answers: (me) =>
      jsonList(
        sql`'accepted', k.accepted, 'answered_at', ${instantText('k.answered_at')}`,
        'k.id',
        sql`from swap_parts k where k.person = ${me}`,
      ),
  },
  erase: ({ site, id }) => [
    sql`delete from core.swaps where site_id = ${site} and person = ${id}`,
    sql`delete from core.swap_parts where site_id = ${site} and person = ${id}`,
  ],
  notices: {
    /** A person is asked to take or swap a shift, or a coordinator to approve or note it. Subject: the circle. */
    'swap.asked': {
      title: 'Question about a swap',
      standing: (circles) => sql`select id from swap_circles where id = any (${circles}) and state = 'proposed'`,
      why: 'you volunteer at',
    },
    'swap.done': {
      title: 'Swap done',
      standing: (circles) => sql`select id from swap_circles where id = any (${circles}) and state = 'done'`,
      why: 'you volunteer at',
    },
    'swap.declined': {
      title: 'Swap ended',
      standing: (circles) =>
        sql`select id from swap_circles where id = any (${circles}) and state in ('declined', 'withdrawn', 'expired')`,
      why: 'you volunteer at',
    },
  },
  keyless: {
    assignments: ['swap_parts.given_assignment'],
    locations: ['swap_parts.given_location'],
    roles: ['swap_parts.given_role'],
  },
  onMerge: renameInSwaps,
  sweeps: { 'swaps.advance': { everyMs: 30_000, run: advanceSwaps } },
  keeps: [
    { table: 'swaps', days: SEASONS_DAYS, over: (before) => sql`r.ended_at < ${before}` },
    { table: 'swap_circles', days: SEASONS_DAYS, over: (before) => sql`r.ended_at < ${before}` },
  ],
})
