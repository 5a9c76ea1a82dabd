import { expect } from 'vitest'
import { STOP_WAIT_MS, stopMessage } from '#server/messages/sending/stop.ts'
import { test as base } from '#tests/support/messages/sending.ts'
import { adminActor } from '#tests/support/world.ts'

const HOUR_MS = 3_600_000

const test = base
  .extend('site', ({ world }) => {
    const wall = (ms: number) => new Date(world.clock.epochMs() + ms).toISOString().slice(11, 16)
    return world.makeSite({ sms_enabled: true, timezone: 'UTC', quiet_start: wall(-HOUR_MS), quiet_end: wall(HOUR_MS) })
  })
  .extend('slowProvider', ({ worker }) => {
    const { email } = worker.transports
    const { send } = email
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const provider = { begun: 0, release }
    email.send = async (message) => {
      provider.begun += 1
      await gate
      return send(message)
    }
    return provider
  })
  .extend('underWay', async ({ crowd, draft, step, passTakeBack, worker, slowProvider }) => {
    await crowd(60)
    const id = await draft()
    await step(id, 'send')
    passTakeBack()
    const drained = worker.messaging.drain()
    await expect.poll(() => slowProvider.begun).toBeGreaterThan(0)
    return { id, drained }
  })

test('stopping sends nothing after its answer, and waits for calls to the provider', async ({
  world,
  site,
  step,
  worker,
  slowProvider,
  underWay: { id, drained },
}) => {
  let isAnswered = false
  const stopping = step(id, 'cancel').finally(() => {
    isAnswered = true
  })
  const status = async () =>
    (await world.superuser.query('select status from core.messages where site_id = $1 and id = $2', [site.id, id]))
      .rows[0].status
  await expect.poll(status).toBe('cancelled')
  expect(isAnswered).toBe(false)
  slowProvider.release()
  const { status: code, body } = await stopping
  const left = worker.sent().length
  expect({ code, counts: body.counts }).toEqual({ code: 200, counts: { sent: left, cancelled: 62 - left } })
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(62)
  await drained
  await worker.messaging.drain()
  expect(worker.sent()).toHaveLength(left)
})

test('an unresponsive provider delays a stop by a few seconds only; the counts show what it accepted', async ({
  world,
  site,
  admin,
  slowProvider,
  underWay: { id, drained },
}) => {
  expect(STOP_WAIT_MS).toBeLessThanOrEqual(5_000)
  const { counts } = await stopMessage((_, work) => world.act(site, adminActor(admin), work), id, 50)
  const { rows } = await world.superuser.query(
    `select count(*)::int as n from core.deliveries where site_id = $1 and state = 'sending' and called_at is not null`,
    [site.id],
  )
  expect(counts.sending).toBeGreaterThanOrEqual(rows[0].n)
  expect(counts.queued).toBeUndefined()
  slowProvider.release()
  await drained
})

test('deliveries that the provider postponed do not come back after a stop', async ({
  step,
  worker,
  slowProvider,
  underWay: { id, drained },
}) => {
  worker.transports.email.outcomes = Array.from({ length: 62 }, () => ({ kind: 'refused', reason: 'slow down' }))
  const stopping = step(id, 'cancel')
  slowProvider.release()
  expect((await stopping).body.counts).toEqual({ cancelled: 62 })
  await drained
  worker.transports.email.outcomes = []
  const tried = worker.sent().length
  await worker.messaging.drain()
  expect(worker.sent()).toHaveLength(tried)
})

test('failed deliveries are retried once each, whatever the number of requests', async ({
  world,
  site,
  crowd,
  draft,
  step,
  read,
  passTakeBack,
  worker,
}) => {
  await crowd(8)
  const id = await draft()
  await step(id, 'send')
  expect((await step(id, 'retry')).body).toEqual({ queued: 0 })
  passTakeBack()
  worker.transports.email.outcomes = Array.from({ length: 5 }, () => ({ kind: 'rejected', reason: 'no such domain' }))
  await worker.messaging.drain()
  await worker.advance()
  expect(await read(id)).toMatchObject({ status: 'sent', counts: { sent: 5, failed: 5 } })
  const before = worker.sent().length
  const answers = await Promise.all(Array.from({ length: 10 }, () => step(id, 'retry')))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
  expect(answers.reduce((sum, { body }) => sum + body.queued, 0)).toBe(5)
  expect(await read(id)).toMatchObject({ status: 'sending', counts: { sent: 5, queued: 5 } })
  await worker.messaging.drain()
  await worker.advance()
  expect(worker.sent()).toHaveLength(before + 5)
  expect(await read(id)).toMatchObject({ status: 'sent', counts: { sent: 10 } })
  const { rows } = await world.superuser.query(
    `select count(*)::int as n from core.audit where site_id = $1 and action = 'messages.retry'`,
    [site.id],
  )
  expect(rows[0].n).toBe(1)
})

test('a text waits until the quiet hours end; an email does not', async ({
  world,
  site,
  admin,
  draft,
  step,
  worker,
  passTakeBack,
}) => {
  const begun = world.clock.epochMs()
  await world.superuser.query(
    `update core.people set phone = '+447700900123', sms_verified = true, sms_notifications = true where site_id = $1 and id = $2`,
    [site.id, admin.id],
  )
  const audience = { people: [admin.id] }
  for (const over of [{ kind: 'sms', body: 'Gale warning' }, {}])
    expect(await step(await draft({ audience, ...over }), 'send')).toMatchObject({ body: { receiving: 1 } })
  passTakeBack()
  await worker.messaging.drain()
  expect(worker.sent().map(({ channel }) => channel)).toEqual(['email'])
  world.clock.set(new Date(begun + HOUR_MS - 120_000))
  await worker.messaging.drain()
  expect(worker.sent()).toHaveLength(1)
  world.clock.set(new Date(begun + HOUR_MS + 60_000))
  await worker.messaging.drain()
  expect(worker.sent().map(({ channel, to }) => [channel, to])).toContainEqual(['sms', '+447700900123'])
})
