import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeWorker } from '#bin/compose-worker.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { readConfig } from '#server/engine/kernel/config.ts'
import { createRegistry, serveMetrics } from '#server/engine/kernel/metrics-server.ts'
import { createQueue } from '#server/engine/kernel/queue/queue.ts'
import { moveDevClock } from '#server/platform/dev-clock.ts'
import { makeRoster, makeShift } from '#tests/support/messaging.ts'
import { makeParsers } from '#tests/support/parsers.ts'
import { hasRedis, type RedisServer, startRedis } from '#tests/support/redis.ts'
import { createWorld, log, type World } from '#tests/support/world.ts'

let world: World
const parsers = makeParsers()
let redis: RedisServer | null
beforeAll(async () => {
  world = await createWorld()
  redis = hasRedis() ? await startRedis() : null
})
afterAll(async () => {
  await parsers.stop()
  await redis?.stop()
  await world.close()
})

const until = async (holds: () => boolean | Promise<boolean>, what: string, ms = 60_000) => {
  const begun = Date.now()
  while (!(await holds())) {
    if (Date.now() - begun > ms) throw new Error(`Waited in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const open = (backend: 'postgres' | 'redis', skip: () => void) => {
  if (backend === 'redis' && !redis) skip()
  return createQueue({ redisUrl: backend === 'redis' ? redis?.url : undefined, databaseUrl: world.url, log })
}

describe.each(['postgres', 'redis'] as const)('the queue on %s', (backend) => {
  test('runs a job at once, with its ids, and goes on after one that fails', async ({ skip }) => {
    const queue = await open(backend, skip)
    const seen: unknown[] = []
    const worker = queue.worker({
      note: async (data) => seen.push(data),
      fail: async () => {
        throw new Error('on purpose')
      },
    })
    const begun = performance.now()
    await queue.add('note', { site: 7 })
    await until(() => seen.length === 1, 'the first job')
    expect(performance.now() - begun).toBeLessThan(5_000)
    for (const job of ['fail', 'unheard', 'note']) await queue.add(job, { site: 8 })
    await until(() => seen.length === 2, 'the job after the failing ones')
    expect(seen).toEqual([{ site: 7 }, { site: 8 }])
    await worker.stop()
    await queue.ping()
    await queue.close()
  })

  test('a schedule repeats, and writing it again changes nothing', async ({ skip }) => {
    const queue = await open(backend, skip)
    let ticks = 0
    const worker = queue.worker({ tick: async () => void ticks++ })
    await queue.schedule('tick', 'tick', { every: 400 })
    await queue.schedule('tick', 'tick', { every: 400 })
    await until(() => ticks >= 3, 'three ticks')
    const [before, begun] = [ticks, performance.now()]
    await new Promise((resolve) => setTimeout(resolve, 1_300))
    expect(ticks - before).toBeLessThanOrEqual((performance.now() - begun) / 400 + 2)
    await worker.stop()
    await queue.close()
  })

  test('a worker sends what the moved clock makes due, and stops', async ({ skip }) => {
    if (backend === 'redis' && !redis) skip()
    const roster = await makeRoster(world)
    const start = backend === 'redis' ? '2028-06-19T09:00Z' : '2027-06-19T09:00Z'
    await makeShift(world, roster, start)
    const config = readConfig({ NODE_ENV: 'test', REDIS_URL: backend === 'redis' ? redis?.url : '', PORT: '3000' }, [])
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
    // With web and workers in one process the clock of the worker is the very one that was moved.
    const mover = backend === 'redis' ? createClock() : clock
    await moveDevClock(mover, world.pool('platform'), week)
    await until(async () => (await captured()).length === 2, 'the reminders of one week')
    await moveDevClock(mover, world.pool('platform'), new Date(Date.parse(start) - 86_400_000))
    await until(async () => (await captured()).length === 4, 'the reminders of one day, before the next tick', 20_000)
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
