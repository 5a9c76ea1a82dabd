import { describe, expect } from 'vitest'
import { composeWorker } from '#bin/compose-worker.ts'
import { answerAsk } from '#server/cover/answer.ts'
import { askPeopleNow, startSearch } from '#server/cover/control.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { readConfig } from '#server/engine/kernel/config.ts'
import { createRegistry } from '#server/engine/kernel/metrics-server.ts'
import { worldTest } from '#tests/support/fixture.ts'
import { adminActor, log, SYSTEM } from '#tests/support/world.ts'

/** Far more than the worker takes: a slow machine is no defect. */
const SOON = { timeout: 60_000 }
const HELPERS = process.env.PROOF ? 50 : 20
const DAY = 86_400_000

describe.each(['postgres', 'redis'] as const)('the queue is on %s', (backend) => {
  const test = worldTest.extend('redisUrl', async ({ redis, skip }) => {
    if (backend === 'redis' && !redis) skip()
    return backend === 'redis' ? redis?.url : undefined
  })

  test(`${HELPERS} say yes together while a worker sends: one gets the shift, and each of the others is notified once`, async ({
    world,
    parsers,
    redisUrl,
  }) => {
    const site = await world.makeSite({ timezone: 'UTC', quiet_start: '00:00', quiet_end: '00:00' })
    const admin = await world.makePerson(site, { role: 'admin', cover_requests: false })
    const start = new Date(world.clock.now().getTime() + 9 * DAY)
    const times = { start: start.toISOString(), end: new Date(start.getTime() + 4 * 3_600_000).toISOString() }
    const event = await world.insert(site, 'events', { name: 'Race', ...times })
    const shift = await world.insert(site, 'shifts', {
      event: event.id,
      person: null,
      draft: '2026-01-01T10:00Z',
      ...times,
    })
    await world.superuser.query(
      `insert into core.people (site_id, name, email) select $1, 'Helper ' || i, $2 || i || '@example.org' from generate_series(1, $3::int) i`,
      [site.id, `${backend}-helper`, HELPERS],
    )
    const config = readConfig({ NODE_ENV: 'test', REDIS_URL: redisUrl ?? '' }, [])
    const registry = createRegistry()
    const worker = await composeWorker({
      config,
      log,
      clock: createClock(),
      urls: { worker: world.url },
      parsers,
      registry,
    })
    const sent = async (kind: string) =>
      (
        await world.superuser.query(
          'select "to" as recipient from core.captured_messages where site_id = $1 and kind = $2',
          [site.id, kind],
        )
      ).rows.map((row) => row.recipient as string)
    try {
      const asks = await world.act(site, adminActor(admin), async (ctx) => {
        const { id } = await startSearch(ctx, shift.id)
        const people = await ctx.db.selectFrom('people').select('id').where('cover_requests', '=', true).execute()
        await askPeopleNow(
          ctx,
          id,
          people.map((person) => Number(person.id)),
        )
        const rows = await ctx.db.selectFrom('coverasks').select('id').where('cover', '=', id).execute()
        return rows.map((row) => Number(row.id))
      })
      expect(asks).toHaveLength(HELPERS)
      await expect.poll(async () => (await sent('cover.asked')).length, SOON).toBe(HELPERS)
      const answers = await Promise.allSettled(
        asks.map((id) => world.act(site, SYSTEM, (ctx) => answerAsk(ctx, id, 'yes', 'link'))),
      )
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await expect.poll(async () => (await sent('cover.taken')).length, SOON).toBe(HELPERS - 1)
      const waiting = `select count(*)::int as n from core.deliveries where site_id = $1 and state in ('queued', 'sending')`
      await expect.poll(async () => (await world.superuser.query(waiting, [site.id])).rows[0].n, SOON).toBe(0)
      expect(new Set(await sent('cover.taken')).size).toBe(HELPERS - 1)
      expect([await sent('cover.taken'), await sent('cover.asked')].map((all) => all.length)).toEqual([
        HELPERS - 1,
        HELPERS,
      ])
      const { rows } = await world.superuser.query(
        `select s.answer, s.person = c.covered_by as same from core.shift_facts s join core.covers c on c.shift = s.id where s.id = $1`,
        [shift.id],
      )
      expect(rows).toEqual([{ answer: 'confirmed', same: true }])
    } finally {
      await worker.stop()
    }
  })
})
