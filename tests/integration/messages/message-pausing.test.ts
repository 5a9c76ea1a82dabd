import { expect } from 'vitest'
import { readOutbox } from '#server/messages/sending/history.ts'
import { test as base } from '#tests/support/messages/sending.ts'
import { adminActor } from '#tests/support/world.ts'

const test = base
  .extend('deliveries', ({ world, site }) => async () => {
    const { rows } = await world.superuser.query(
      'select state, lane, count(*)::int as n from core.deliveries where site_id = $1 group by 1, 2 order by 1, 2',
      [site.id],
    )
    return rows as { state: string; lane: string; n: number }[]
  })
  .extend('sending', async ({ crowd, draft, step, passTakeBack }) => {
    await crowd(8)
    const id = await draft()
    await step(id, 'send')
    passTakeBack()
    return id
  })

test('a paused message sends nothing until it is resumed, and then the rest of it once', async ({
  world,
  site,
  admin,
  callApi,
  headers,
  step,
  read,
  sending,
  worker,
  deliveries,
}) => {
  const paused = await step(sending, 'pause')
  expect(paused).toMatchObject({ status: 200, body: { status: 'sending', counts: { queued: 10 } } })
  const { paused_at } = paused.body
  expect(Math.abs(world.clock.epochMs() - Date.parse(paused_at))).toBeLessThan(5_000)
  expect(await step(sending, 'pause')).toEqual(paused)
  await worker.messaging.drain()
  await worker.advance()
  expect(worker.sent()).toHaveLength(0)
  expect(await deliveries()).toEqual([{ state: 'queued', lane: 'held', n: 10 }])
  expect(await read(sending)).toMatchObject({ status: 'sending', paused_at, paused_by: admin.id })
  const outbox = await world.act(site, adminActor(admin), readOutbox)
  expect(outbox.open).toMatchObject([{ paused_at, paused_by: admin.name }])
  const recipients = (await callApi('GET', `/messages/${sending}/recipients`, headers)).body
  expect(recipients.results.recipients[recipients.order[0]].words).toBe('Waiting while the message is paused.')
  const resumed = await step(sending, 'resume')
  expect(resumed).toMatchObject({ status: 200, body: { status: 'sending', paused_at: null } })
  expect(await step(sending, 'resume')).toEqual(resumed)
  await worker.messaging.drain()
  await worker.advance()
  expect(worker.sent()).toHaveLength(10)
  expect(await read(sending)).toMatchObject({ status: 'sent', paused_at: null, paused_by: null })
  const { rows } = await world.superuser.query(
    `select action from core.audit where site_id = $1 and action in ('messages.pause', 'messages.resume') order by id`,
    [site.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['messages.pause', 'messages.resume'])
})

test('nothing is sent after a pause is confirmed, and deliveries that the provider postponed are held', async ({
  step,
  sending,
  worker,
  deliveries,
}) => {
  const { email } = worker.transports
  const { send } = email
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = 0
  email.send = async (message) => {
    begun += 1
    await gate
    return send(message)
  }
  email.outcomes = [{ kind: 'refused', reason: 'slow down' }]
  const drained = worker.messaging.drain()
  await expect.poll(() => begun).toBeGreaterThan(0)
  const pausing = step(sending, 'pause')
  release()
  const { body } = await pausing
  const left = worker.sent().length
  expect(body.counts.sending).toBeUndefined()
  await drained
  await worker.messaging.drain()
  expect(worker.sent()).toHaveLength(left)
  const held = (await deliveries()).filter(({ state }) => state === 'queued')
  expect(held).toEqual([{ state: 'queued', lane: 'held', n: expect.any(Number) }])
})

test('a worker killed with claimed deliveries does not lose the pause', async ({
  world,
  site,
  step,
  sending,
  worker,
  deliveries,
}) => {
  await world.superuser.query(
    `update core.deliveries set state = 'sending', attempt_id = gen_random_uuid(), attempts = 1, claimed_at = now() - interval '1 hour',
       lease_until = now() - interval '1 hour' where site_id = $1 and id % 2 = 0`,
    [site.id],
  )
  await step(sending, 'pause')
  await worker.messaging.reconcile()
  await worker.messaging.drain()
  expect(worker.sent()).toHaveLength(0)
  expect(await deliveries()).toEqual([{ state: 'queued', lane: 'held', n: 10 }])
  await step(sending, 'resume')
  await worker.messaging.drain()
  expect(worker.sent()).toHaveLength(10)
})

test('a paused message can be stopped; its failed deliveries wait with the rest; others are not paused', async ({
  world,
  site,
  draft,
  step,
  read,
  sending,
  worker,
  deliveries,
}) => {
  worker.transports.email.outcomes = Array.from({ length: 10 }, () => ({ kind: 'rejected', reason: 'no such domain' }))
  await step(sending, 'pause')
  await world.superuser.query(
    `update core.deliveries set state = 'failed' where site_id = $1 and id in (select id from core.deliveries where site_id = $1 limit 4)`,
    [site.id],
  )
  expect((await step(sending, 'retry')).body).toEqual({ queued: 4 })
  expect(await deliveries()).toEqual([{ state: 'queued', lane: 'held', n: 10 }])
  expect(await step(sending, 'cancel')).toMatchObject({
    status: 200,
    body: { status: 'cancelled', paused_at: null, counts: { cancelled: 10 } },
  })
  for (const one of ['pause', 'resume'] as const) expect((await step(sending, one)).status).toBe(409)
  const id = await draft()
  for (const one of ['pause', 'resume'] as const) expect((await step(id, one)).status).toBe(409)
  expect(await read(id)).toMatchObject({ status: 'draft', paused_at: null })
})

test('deliveries of a paused message are not late, and members cannot pause', async ({
  world,
  api,
  site,
  member,
  step,
  sending,
}) => {
  await step(sending, 'pause')
  world.clock.set(new Date(world.clock.epochMs() + 3_600_000))
  const { rows } = await world.superuser.query('select core.oldest_due($1) as age', [world.clock.now()])
  expect(rows[0].age).toBe(0)
  const headers = await api.signIn(site, member)
  for (const one of ['pause', 'resume'] as const) expect((await step(sending, one, headers)).status).toBe(403)
})
