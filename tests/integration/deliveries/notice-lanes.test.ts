import { expect } from 'vitest'
import { askForAnswers } from '#server/answers/questions.ts'
import { queueDeclined, queueTimesAnswer } from '#server/deliveries/request-notices.ts'
import { queueRosterNotices } from '#server/deliveries/roster-notices.ts'
import { settle } from '#tests/support/messages/messaging.ts'
import { NOW, test } from '#tests/support/requests.ts'
import { log } from '#tests/support/world.ts'

test.for([
  ['more than a week', '2027-06-08T13:00:00Z', 'notice'],
  ['a week, even one of 169 hours', '2027-06-08T11:30:00Z', 'urgent'],
] as const)(
  'every command that queues a notice picks the same lane: useful for %s',
  async ([_name, start, lane], { world, site, ann, request, act }) => {
    const { id: event } = await world.insert(site, 'events', { name: 'Race 5', start, end: '2027-06-09T16:00Z' })
    const assigned = { event, person: ann.id, start, end: '2027-06-08T16:00Z', draft: NOW, assigned_at: NOW }
    const { id: shift } = await world.insert(site, 'shifts', assigned)
    await world.insert(site, 'marks', { shift, person: ann.id, settle_at: NOW })
    await settle(world)
    const notice = { event, person: ann.id, useful_until: new Date(start), due_at: NOW }
    const facts = { title: 'Race 5', paragraphs: ['See you there.'] }
    await act(async (ctx) => {
      await queueDeclined(ctx, { ...notice, request, requests: [request], declined_at: NOW, facts })
      await queueTimesAnswer(ctx, { ...notice, request, answered_at: NOW, facts })
      await queueRosterNotices(ctx, { ...notice, ...facts, kind: 'event.called_off', subject: event, cause: 'told' })
    })
    const long = new Date('2027-01-01T11:00Z')
    await world.insert(site, 'shifts', { ...assigned, draft: long, assigned_at: long })
    await world.superuser.query(`delete from core.marks; update core.dues set ask_at = '-infinity'`)
    await askForAnswers({ pool: world.pool('worker'), clock: world.clock, log })
    const lanes = async () => {
      const { rows } = await world.superuser.query(
        'select distinct kind, lane from core.deliveries where site_id = $1 order by kind',
        [site.id],
      )
      return rows.map((row) => `${row.kind} ${row.lane}`)
    }
    const kinds = ['event.called_off', 'request.declined', 'request.times', 'shift.asked', 'shift.assigned']
    expect(await lanes()).toEqual(kinds.map((kind) => `${kind} ${lane}`))
  },
)
