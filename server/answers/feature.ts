import { sql } from 'kysely'
import { defineFeature } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { COMES, IS_GAP } from '#server/shift-facts/gap-sql.ts'
import { WITH_EVENT } from '#server/shift-facts/with-event-sql.ts'
import { silentToDo } from './silent/queries.ts'
import { shiftQuestions } from './unanswered.ts'

export const answersFeature = defineFeature({
  name: 'answers',
  calls: {
    'GET /shifts/{id}/thread': ['shifts:read', 'requests:read', 'people:read', 'messages:read'],
    'GET /shifts/{id}/answer/preview': ['shifts:read', 'requests:read', 'people:read', 'training:read'],
    'PUT /shifts/{id}/answer': null,
    'PUT /shifts/answers': null,
  },
  toDo: { silent: { word: 'No reply', rows: silentToDo } },
  questions: { shift: shiftQuestions },
  audit: {
    'shift.answer': {
      label: 'Answered for the shift',
      detail: 'answer',
      labels: {
        confirmed: 'Confirmed the shift',
        seeking_cover: 'Said they can’t come to the shift',
        released: 'Left the shift',
      },
    },
  },
  ownData: {
    answers: (me) =>
      jsonList(
        sql`'event', ev.name, 'start', ${instantText('s.start')}, 'answer', x.answer, 'reason', x.reason, 'via', x.via, 'at', ${instantText('x.at')}`,
        'x.id',
        sql`from answers x ${WITH_EVENT} where x.person = ${me}`,
      ),
    questions: (me) =>
      jsonList(
        sql`'event', ev.name, 'start', ${instantText('s.start')}, 'at', ${instantText('x.at')}, 'again', x.again`,
        'x.id',
        sql`from questions x ${WITH_EVENT} where x.person = ${me}`,
      ),
    answer_links: (me) =>
      jsonList(
        sql`'channel', x.channel, 'made_at', ${instantText('x.created_at')}, 'until', ${instantText('x.ends_at')}`,
        'x.id',
        sql`from answer_links x where x.person = ${me}`,
      ),
  },
  erase: ({ site, id }) => [
    sql`delete from core.answers where site_id = ${site} and person = ${id}`,
    sql`delete from core.questions where site_id = ${site} and person = ${id}`,
    sql`delete from core.answer_links where site_id = ${site} and person = ${id}`,
  ],
  notices: {
    /** A person cannot come. Subject: the answer, while it is the shift's latest and no one else has the shift. */
    'answer.declined': {
      title: 'Someone cannot come',
      urgent: true,
      standing: (answers) =>
        sql`select a.id from answers a join shift_facts s on s.id = a.shift
          where a.id = any (${answers}) and not s.is_off and not s.has_begun
            and case a.answer when 'released' then s.person is null else s.person = a.person and s.answer = 'seeking_cover' end
            and not exists (select from answers b where b.shift = a.shift and b.id > a.id and b.answer <> a.answer)`,
      why: 'you coordinate events at',
    },
    'answer.kept': {
      title: 'Coming after all',
      standing: (deliveries) =>
        sql`select d.id from deliveries d where d.id = any (${deliveries}) and not ${IS_GAP} and ${COMES}`,
      why: 'you coordinate events at',
    },
  },
  keyless: {
    assignments: ['answers.assignment', 'questions.assignment'],
    locations: ['answers.location', 'questions.location'],
    roles: ['answers.role', 'questions.role'],
  },
  keeps: [{ table: 'answer_links', days: 0, over: (before) => sql`r.ends_at < ${before}` }],
})
