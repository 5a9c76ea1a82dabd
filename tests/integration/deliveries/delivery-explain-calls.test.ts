import { expect } from 'vitest'
import { test as base } from '#tests/support/messages/sending.ts'

const test = base
  .extend('ann', ({ world, site }) => world.makePerson(site, { name: 'Ann Lee' }))
  .extend('event', async ({ world, site }) => {
    const times = { start: '2027-06-19T09:00Z', end: '2027-06-19T12:00Z' }
    return (await world.insert(site, 'events', { name: 'Regatta', ...times })).id
  })
  .extend('shift', async ({ world, site, event, ann }) => {
    const [start, end, long] = ['2027-06-19T09:00Z', '2027-06-19T12:00Z', '2026-01-01T00:00Z']
    return (await world.insert(site, 'shifts', { event, person: ann.id, start, end, draft: long, assigned_at: long }))
      .id
  })
  .extend('explain', ({ callApi, headers }) => (query: string) => {
    return callApi('GET', `/deliveries/explain?${query}`, headers)
  })

test('a shift and its event explain both reminders and every notice, by both channels', async ({
  explain,
  ann,
  shift,
  event,
}) => {
  const answer = await explain(`person=${ann.id}&shift=${shift}`)
  expect(answer.status).toBe(200)
  expect(answer.body.candidates).toHaveLength(14)
  expect(answer.body.candidates[0]).toEqual({
    kind: 'reminder.week',
    title: 'Reminder, one week before',
    channel: 'email',
    state: 'planned',
    shift,
    message: null,
    delivery: null,
    due_at: expect.stringMatching(/^2027-06-12T/),
    sent_at: null,
    reason: 'not_due',
    words: 'Goes out when it is due.',
    can_resend: false,
  })
  expect((await explain(`person=${ann.id}&event=${event}`)).body).toEqual(answer.body)
})

test('a person without a shift of an event got nothing about it', async ({ world, site, explain, event, shift }) => {
  const bob = await world.makePerson(site)
  const { body } = await explain(`person=${bob.id}&event=${event}`)
  expect(new Set(body.candidates.map((one: { reason: string }) => one.reason))).toEqual(new Set(['not_assigned']))
  expect((await explain(`person=${bob.id}&shift=${shift}`)).body.candidates[0]).toMatchObject({
    reason: 'not_assigned',
    words: 'Is not on this shift.',
  })
})

test('a message is explained before and after it is sent, also on its event', async ({
  world,
  site,
  callApi,
  headers,
  explain,
  draft,
  ann,
  shift: _,
  event,
  worker,
  passTakeBack,
}) => {
  const bob = await world.makePerson(site)
  const id = await draft({ audience: { event } })
  const of = async (person: number) => (await explain(`person=${person}&message=${id}`)).body.candidates
  expect(await of(ann.id)).toMatchObject([{ kind: `bulk:${id}`, state: 'none', reason: 'not_due', message: id }])
  expect(await of(bob.id)).toMatchObject([{ reason: 'not_assigned', delivery: null }])
  await callApi('PUT', `/messages/${id}/send`, headers, {})
  expect(await of(ann.id)).toMatchObject([{ state: 'queued', reason: 'queued', delivery: expect.any(Number) }])
  await passTakeBack()
  await worker.messaging.drain()
  expect(await of(ann.id)).toMatchObject([{ state: 'sent', reason: 'sent', sent_at: expect.any(String) }])
  expect(await of(bob.id)).toMatchObject([{ state: 'none', reason: 'not_assigned' }])
  const about = (await explain(`person=${ann.id}&event=${event}`)).body.candidates
  expect(about.at(-1)).toMatchObject({ kind: `bulk:${id}`, state: 'sent' })
})

test('unknown records are not found, and exactly one thing is explained', async ({
  explain,
  callApi,
  api,
  site,
  member,
  ann,
  shift,
  event,
}) => {
  for (const query of [`person=9999999&shift=${shift}`, `person=${ann.id}&shift=9999999`]) {
    expect((await explain(query)).status, query).toBe(404)
    expect((await explain(query.replace('shift', 'event'))).status, query).toBe(404)
    expect((await explain(query.replace('shift', 'message'))).status, query).toBe(404)
  }
  expect((await explain(`person=${ann.id}`)).status).toBe(400)
  expect((await explain(`person=${ann.id}&shift=${shift}&event=${event}`)).status).toBe(400)
  expect((await explain(`shift=${shift}`)).body).toHaveProperty('person')
  expect((await explain(`person=${ann.id}&shift=x`)).body).toEqual({ shift: ['Must be an id.'] })
  const asMember = await api.signIn(site, member)
  const own = await callApi('GET', `/deliveries/explain?person=${member.id}&event=${event}`, asMember)
  expect(own.status).toBe(403)
})

test('a removed shift is explained by its sent messages', async ({ world, site, explain, ann, shift }) => {
  await world.insert(site, 'deliveries', {
    shift,
    person: ann.id,
    kind: 'shift.assigned',
    channel: 'email',
    state: 'delivered',
    due_at: '2026-01-01T00:00Z',
    sent_at: '2026-01-01T00:00Z',
  })
  await world.superuser.query('delete from core.shifts where id = $1', [shift])
  const { body } = await explain(`person=${ann.id}&shift=${shift}`)
  const assigned = body.candidates.find((one: { delivery: number | null }) => one.delivery !== null)
  expect(assigned).toMatchObject({ kind: 'shift.assigned', reason: 'delivered', words: 'Arrived.', can_resend: false })
})
