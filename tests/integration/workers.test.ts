import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test as plainTest } from 'vitest'
import { composeWorker } from '#bin/compose-worker.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { readConfig } from '#server/engine/kernel/config.ts'
import { createRegistry, serveMetrics } from '#server/engine/kernel/metrics-server.ts'
import { createQueue } from '#server/engine/kernel/queue/queue.ts'
import { explainStartFailure } from '#server/engine/kernel/start-failure.ts'
import { moveDevClock } from '#server/platform/dev-clock.ts'
import { worldTest } from '#tests/support/fixture.ts'
import { changeShift, FAST, makeRoster, makeShift, messagingFor, tell } from '#tests/support/messages/messaging.ts'
import { freePort } from '#tests/support/product.ts'
import { startRedis } from '#tests/support/providers/redis.ts'
import { log } from '#tests/support/world.ts'
import { startWorker } from '#workers/worker.ts'

/** Far more than a job takes: a slow machine is no defect. */
const SOON = { timeout: 60_000 }

describe.each(['postgres', 'redis'] as const)('the queue on %s', (backend) => {
  const test = worldTest
    .extend('redisUrl', async ({ redis, skip }) => {
      if (backend === 'redis' && !redis) skip()
      return backend === 'redis' ? redis?.url : undefined
    })
    .extend('queue', async ({ world, redisUrl }, { onCleanup }) => {
      const queue = await createQueue({ redisUrl, databaseUrl: world.url, log })
      onCleanup(() => queue.close())
      return queue
    })

  test('runs a job immediately, with its ids, and continues after one that fails', async ({ queue }) => {
    const seen: unknown[] = []
    const worker = queue.worker({
      note: async (data) => seen.push(data),
      fail: async () => {
        throw new Error('on purpose')
      },
    })
    const begun = performance.now()
    await queue.add('note', { site: 7 })
    await expect.poll(() => seen, SOON).toHaveLength(1)
    expect(performance.now() - begun).toBeLessThan(5_000)
    for (const job of ['fail', 'unheard', 'note']) await queue.add(job, { site: 8 })
    await expect.poll(() => seen, SOON).toEqual([{ site: 7 }, { site: 8 }])
    await worker.stop()
    await queue.ping()
  })

  test('a schedule repeats, and writing it again changes nothing', async ({ queue }) => {
    let ticks = 0
    const worker = queue.worker({ tick: async () => void ticks++ })
    await queue.schedule('tick', 'tick', { every: 400 })
    await queue.schedule('tick', 'tick', { every: 400 })
    await expect.poll(() => ticks, SOON).toBeGreaterThanOrEqual(3)
    const [before, begun] = [ticks, performance.now()]
    // Two schedules would tick as often in half the time.
    await expect.poll(() => ticks - before, SOON).toBeGreaterThanOrEqual(8)
    expect(ticks - before).toBeLessThanOrEqual((performance.now() - begun) / 400 + 2)
    await worker.stop()
  })

  test('a worker sends what the moved clock makes due, and stops', async ({ world, parsers, redisUrl }) => {
    const roster = await makeRoster(world)
    const start = backend === 'redis' ? '2028-06-19T09:00Z' : '2027-06-19T09:00Z'
    await makeShift(world, roster, start)
    const config = readConfig({ NODE_ENV: 'test', REDIS_URL: redisUrl ?? '', PORT: '3000' }, [])
    const registry = createRegistry()
    const metrics = await serveMetrics(registry, { port: 0, host: '127.0.0.1' }, log)
    const clock = createClock()
    const worker = await composeWorker({ config, log, clock, urls: { worker: world.url }, parsers, registry })
    const captured = async () =>
      (
        await world.superuser.query(
          'select channel, kind, subject, text, headers, attachments from core.captured_messages where site_id = $1 order by id',
          [roster.site.id],
        )
      ).rows
    const week = new Date(Date.parse(start) - 7 * 86_400_000)
    // With web and workers in one process the worker shares the moved clock.
    const mover = backend === 'redis' ? createClock() : clock
    await moveDevClock(mover, world.pool('platform'), week)
    await expect.poll(captured, SOON).toHaveLength(2)
    await moveDevClock(mover, world.pool('platform'), new Date(Date.parse(start) - 86_400_000))
    await expect.poll(captured, { timeout: 20_000 }).toHaveLength(4)
    const messages = await captured()
    const ofWeek = (channel: string) => messages.find((m) => m.channel === channel && m.kind === 'reminder.week')
    const [email, sms] = [ofWeek('email'), ofWeek('sms')]
    expect(email).toMatchObject({ channel: 'email', kind: 'reminder.week' })
    expect(email.subject).toContain('Regatta')
    expect(email.headers['List-Unsubscribe']).toContain(`http://${roster.site.slug}.localhost:3000/profile/emails/`)
    expect(email.attachments).toHaveLength(1)
    expect(sms).toMatchObject({ channel: 'sms', kind: 'reminder.week' })
    expect(sms.text.length).toBeLessThanOrEqual(160)
    const figures = await fetch(`http://127.0.0.1:${metrics.port}/metrics`)
    expect(figures.status).toBe(200)
    expect(await figures.text()).toMatch(/sent_total\{kind="reminder\.week",channel="email"\} [1-9]/)
    expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404)
    await metrics.stop()
    const begun = performance.now()
    await worker.stop()
    expect(performance.now() - begun).toBeLessThan(25_000)
    expect(await captured()).toHaveLength(4)
  })
})

worldTest('changes settle while the senders wait for a provider', async ({ world }) => {
  const roster = await makeRoster(world)
  const shift = await makeShift(world, roster, '2027-06-19T09:00Z')
  await tell(world, roster.site, shift, roster.person)
  const slow = { email: FAST, sms: { perSecond: 0.001, burst: 0 } }
  const { messaging, transports } = messagingFor(world, { rates: slow })
  const queue = await createQueue({ redisUrl: undefined, databaseUrl: world.url, log })
  const nothing = async () => {}
  const worker = startWorker({
    notifyOperators: nothing,
    renderTexts: nothing,
    closeAuditLogs: nothing,
    sweeping: null,
    messaging,
    queue,
    log,
  })
  try {
    // By the second change the senders wait for the provider of texts.
    for (const day of [20, 21]) {
      await changeShift(world, roster.site, shift, { start: `2027-06-${day}T09:00Z`, end: `2027-06-${day}T12:00Z` })
      await expect
        .poll(() => transports.email.sent.filter(({ text }) => text.startsWith(`2027-06-${day}`)), { timeout: 20_000 })
        .toHaveLength(1)
    }
  } finally {
    await worker.stop()
    await queue.close()
  }
})

worldTest(
  'without Redis a worker is degraded, not unready: its timers send what is due',
  async ({ world, parsers }) => {
    const roster = await makeRoster(world)
    await makeShift(world, roster, '2029-06-19T09:00Z')
    const clock = createClock()
    await moveDevClock(clock, world.pool('platform'), new Date('2029-06-12T09:00Z'))
    const config = readConfig({ NODE_ENV: 'test', REDIS_URL: 'redis://127.0.0.1:1' }, [])
    const worker = await composeWorker({ config, log, clock, urls: { worker: world.url }, parsers })
    expect(await worker.readiness()).toEqual({ database: 'ok', queue: 'degraded' })
    const captured = async () =>
      (await world.superuser.query('select kind from core.captured_messages where site_id = $1', [roster.site.id])).rows
    await expect.poll(captured, SOON).toHaveLength(2)
    await worker.stop()
  },
)

worldTest(
  'jobs that are added while Redis is away are dropped, and do not fill the memory',
  async ({ redis, skip }) => {
    if (!redis) return skip()
    const server = await startRedis()
    const queue = await createQueue({ redisUrl: server.url, databaseUrl: '', log })
    const ran: unknown[] = []
    const worker = queue.worker({ wake: async ({ request_id }) => void ran.push(request_id) })
    await queue.add('wake', { request_id: 'before' })
    await expect.poll(() => ran).toEqual(['before'])
    await server.stop()
    const refusal = () => queue.ping().catch(({ message }: Error) => message)
    await expect.poll(refusal, { timeout: 20_000 }).toBe('Redis is away.')
    for (const request_id of ['away 1', 'away 2'])
      await expect(queue.add('wake', { request_id }), request_id).rejects.toThrow()
    const other = await createQueue({ redisUrl: server.url, databaseUrl: '', log })
    await expect(other.add('wake', { request_id: 'before it was ever there' })).rejects.toThrow('Redis is away.')
    const again = await startRedis([], server.port)
    const add = () =>
      queue.add('wake', { request_id: 'after' }).then(
        () => 'added',
        () => 'refused',
      )
    await expect.poll(add, { timeout: 20_000 }).toBe('added')
    await expect.poll(() => ran).toContain('after')
    expect(new Set(ran)).toEqual(new Set(['before', 'after']))
    await worker.stop()
    await queue.close()
    await other.close()
    await again.stop()
  },
)

worldTest('Redis in cluster mode stops the start, with the reason', async ({ redis, skip }) => {
  if (!redis) return skip()
  // Its second port is 10,000 above the first, unless it is given.
  const dir = mkdtempSync(path.join(tmpdir(), 'watchbill-redis-'))
  const more = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort()), '--dir', dir]
  const cluster = await startRedis(more)
  const problem = await createQueue({ redisUrl: cluster.url, databaseUrl: '', log }).catch((error: unknown) => error)
  expect(explainStartFailure(problem)).toEqual(['Configuration: REDIS_URL: cluster mode must be off'])
  await cluster.stop()
})

plainTest('a worker whose database cannot be reached ends with the reason instead of retrying for ever', async () => {
  const config = readConfig({ NODE_ENV: 'test' }, [])
  const parts = {
    config,
    log,
    clock: createClock(),
    parsers: { parse: async () => null, stop: async () => {} } as never,
  }
  const problem = await composeWorker({ ...parts, urls: { worker: 'postgres://x:y@127.0.0.1:1/none' } }).catch(
    (error: unknown) => error,
  )
  expect(explainStartFailure(problem)).toEqual([expect.stringMatching(/^The database cannot be used: /)])
})
