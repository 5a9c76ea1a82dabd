import { expect } from 'vitest'
import { test } from '#tests/support/messages/sending.ts'

test('a message is sent to everyone once it can no longer be undone, and only then is sent', async ({
  world,
  site,
  callApi,
  headers,
  draft,
  worker,
}) => {
  const people = [await world.makePerson(site, { name: 'Ann Lee' }), await world.makePerson(site, { name: 'Bob Ray' })]
  await world.makePerson(site, { name: 'Cas Day', email_newsletters: false })
  const id = await draft()
  const sent = await callApi('PUT', `/messages/${id}/send`, headers, {})
  expect(sent).toMatchObject({
    status: 202,
    body: { status: 'sending', matching: 5, receiving: 4, counts: { queued: 4, skipped: 1 } },
  })
  expect(Date.parse(sent.body.undo_until) - world.clock.epochMs()).toBeLessThanOrEqual(10_000)
  await worker.messaging.drain()
  expect(worker.sent()).toHaveLength(0)
  world.clock.set(new Date(world.clock.epochMs() + 10_100))
  await worker.messaging.drain()
  expect(worker.sent().map(({ to }) => to)).toEqual(expect.arrayContaining(people.map(({ email }) => email)))
  const ann = worker.sent().find(({ to }) => to === people[0]?.email)
  expect(ann).toMatchObject({ kind: 'bulk', subject: 'Season opens', text: expect.stringContaining('Hello Ann!') })
  expect(ann?.html).toContain('Hello Ann!</p>')
  expect(ann?.headers).toMatchObject({ 'List-Unsubscribe': expect.stringContaining('stream=newsletters') })
  await worker.advance()
  expect((await callApi('GET', `/messages/${id}`, headers)).body.results.messages[id]).toMatchObject({
    status: 'sent',
    counts: { sent: 4, skipped: 1 },
  })
  const again = await callApi('PUT', `/messages/${id}/send`, headers, {})
  expect(again).toMatchObject({ status: 202, body: { status: 'sent', counts: { sent: 4 } } })
})

test('a message undone after five seconds reaches no one, even while a worker sends; a sent one cannot be cancelled', async ({
  world,
  callApi,
  headers,
  draft,
  worker,
}) => {
  const id = await draft()
  await callApi('PUT', `/messages/${id}/send`, headers, {})
  world.clock.set(new Date(world.clock.epochMs() + 5_000))
  await worker.messaging.drain()
  const cancelled = await callApi('PUT', `/messages/${id}/cancel`, headers, {})
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', counts: { cancelled: 2 } } })
  expect((await callApi('PUT', `/messages/${id}/cancel`, headers, {})).body).toEqual(cancelled.body)
  world.clock.set(new Date(world.clock.epochMs() + 60_000))
  await worker.messaging.drain()
  expect(worker.sent()).toHaveLength(0)
  expect((await callApi('PUT', `/messages/${id}/send`, headers, {})).status).toBe(409)
})

test('50 presses of Send store each delivery once', async ({ callApi, headers, draft }) => {
  const id = await draft()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => callApi('PUT', `/messages/${id}/send`, headers, {})),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
  expect(answers.at(-1)?.body.counts).toEqual({ queued: 2 })
})

test('a scheduled message is sent when it is due, unless its author is no longer an admin', async ({
  world,
  site,
  admin,
  api,
  callApi,
  headers,
  draft,
  worker,
}) => {
  const scheduled_for = new Date(world.clock.epochMs() + 3_600_000).toISOString()
  const [leaves, stays] = [await draft({ scheduled_for }), await draft({ scheduled_for })]
  for (const id of [leaves, stays])
    expect(await callApi('PUT', `/messages/${id}/send`, headers, {})).toMatchObject({
      status: 202,
      body: { status: 'scheduled', counts: {} },
    })
  await worker.advance()
  expect((await callApi('GET', `/messages/${leaves}`, headers)).body.results.messages[leaves].status).toBe('scheduled')
  const other = await world.makePerson(site, { role: 'admin' })
  await world.superuser.query('update core.messages set sent_by = $1 where site_id = $2 and id = $3', [
    other.id,
    site.id,
    stays,
  ])
  await world.superuser.query(`update core.people set role = 'user' where site_id = $1 and id = $2`, [
    site.id,
    other.id,
  ])
  world.clock.set(new Date(world.clock.epochMs() + 3_600_000))
  await worker.advance()
  const later = await api.signIn(site, admin)
  const [one, two] = [leaves, stays].map(
    async (id) => (await callApi('GET', `/messages/${id}`, later)).body.results.messages[id],
  )
  expect(await one).toMatchObject({ status: 'sending', sent_by: admin.id })
  expect(await two).toMatchObject({ status: 'draft', problem: expect.stringContaining('is no longer allowed') })
})

test('without recipients or a subject, or beyond a cap, sending is refused and nothing is stored', async ({
  world,
  site,
  callApi,
  headers,
  draft,
}) => {
  const send = async (over: Record<string, unknown>) =>
    callApi('PUT', `/messages/${await draft(over)}/send`, headers, {})
  expect(await send({ audience: {} })).toMatchObject({
    status: 400,
    body: { non_field_errors: [expect.stringContaining('No one')] },
  })
  expect(await send({ subject: '' })).toMatchObject({ status: 400, body: { subject: ['Required.'] } })
  await world.superuser.query('update core.sites set mail_per_day = 1 where id = $1', [site.id])
  expect(await send({})).toMatchObject({
    status: 400,
    body: { non_field_errors: ['This message goes to 2 people. This site can send 1 email a day, and 1 is left.'] },
  })
  const { rows } = await world.superuser.query('select count(*)::int as n from core.deliveries where site_id = $1', [
    site.id,
  ])
  expect(rows[0].n).toBe(0)
})
