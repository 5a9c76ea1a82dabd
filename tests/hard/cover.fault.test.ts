import { expect, test } from 'vitest'
import { answerAsk } from '#server/cover/answer.ts'
import { startSearches } from '#server/cover/control.ts'
import { parseDeliveryRef } from '#server/deliveries/transport.ts'
import { dice } from '#tests/support/providers/faults.ts'
import { hasRedis, startRedis } from '#tests/support/providers/redis.ts'
import { startSesServer } from '#tests/support/providers/ses-server.ts'
import { startTwilioServer } from '#tests/support/providers/twilio-server.ts'
import { waitUntil } from '#tests/support/waiting.ts'
import { adminActor, createWorld, SYSTEM, type World } from '#tests/support/world.ts'
import { startHerd } from './herd.ts'
import { reportAccepted } from './reports.ts'

/**
 * The small run is part of the tests; PROOF=1 is the full one. `people` are asked three at a time, so each ladder has a
 * third as many rungs.
 */
const SIZE = process.env.PROOF
  ? { ladders: 40, people: 24, kills: 50, perSecond: 40, workers: 3, minutes: 10 }
  : { ladders: 2, people: 6, kills: 1, perSecond: 40, workers: 2, minutes: 3 }
const FAULTS = { throttled: 0.05, unanswered: 0.03, delayMs: 8 }
/** Two people together say yes to every other search, from its second rung on. */
const ANSWERED_FROM = 2

async function arrange(world: World) {
  const hours = { quiet_start: '00:00', quiet_end: '00:00' }
  const site = await world.makeSite({ timezone: 'UTC', ...hours })
  const admin = await world.makePerson(site, { role: 'admin', cover_requests: false })
  await world.superuser.query(
    `insert into core.people (site_id, name, email) select $1, 'Person ' || i, 'p' || i || '@example.org' from generate_series(1, $2::int) i`,
    [site.id, SIZE.people],
  )
  const { rows } = await world.superuser.query(
    `with event as (
       insert into core.events (site_id, name, start, "end") values ($1, 'Regatta', now() + interval '8 days', now() + interval '90 days') returning id)
     insert into core.shifts (site_id, event, start, "end", draft)
     select $1, event.id, now() + make_interval(days => 8 + i), now() + make_interval(days => 8 + i, hours => 3), now() - interval '30 days'
     from event, generate_series(1, $2::int) i returning id::int`,
    [site.id, SIZE.ladders],
  )
  await world.act(site, adminActor(admin), (ctx) =>
    startSearches(
      ctx,
      rows.map(({ id }) => id),
    ),
  )
  return site
}

/**
 * Makes the next rung due, once for each rung. A search to be covered stays on its last rung until someone says yes.
 * @returns the number of times for each search.
 */
function createTime(world: World) {
  const passed = new Map<number, number>()
  const pass = async () => {
    const { rows } = await world.superuser.query(
      `update core.covers set next_rung_at = now() where state = 'searching' and next_rung_at > now() + interval '1 hour'
       and not (shift % 2 = 0 and rung >= $1) returning id::int`,
      [SIZE.people / 3],
    )
    for (const { id } of rows) passed.set(id, (passed.get(id) ?? 0) + 1)
  }
  return { passed, pass }
}

/** Accepts each search to be covered twice at the same time. @returns the accepted person, by search. */
function createVolunteers(world: World, site: Awaited<ReturnType<typeof arrange>>) {
  const accepted = new Map<number, number[]>()
  const volunteer = async () => {
    const { rows } = await world.superuser.query(
      `select c.id::int as cover, (array_agg(a.id::int order by a.id desc))[1:2] as asks from core.covers c join core.coverasks a on a.cover = c.id
       where c.state = 'searching' and c.shift % 2 = 0 and c.rung >= $1 group by c.id`,
      [ANSWERED_FROM],
    )
    for (const { cover, asks } of rows as { cover: number; asks: number[] }[]) {
      const answers = await Promise.allSettled(
        asks.map(async (ask) => {
          await world.act(site, SYSTEM, (ctx) => answerAsk(ctx, ask, 'yes', 'link'))
          return ask
        }),
      )
      const won = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      accepted.set(cover, [...(accepted.get(cover) ?? []), ...won])
    }
  }
  return { accepted, volunteer }
}

type Climbed = {
  id: number
  state: string
  rung: number
  covered_by: number | null
  person: number | null
  groups: number[] | null
  yes: { id: number; person: number } | null
}

async function readSearches(world: World): Promise<Climbed[]> {
  const { rows } = await world.superuser.query(
    `select c.id::int, c.state, c.rung, c.covered_by::int, s.person::int,
       (select array_agg(g.n::int order by g.rung) from (select rung, count(*) as n from core.coverasks where cover = c.id group by rung) g) as groups,
       (select json_build_object('id', id, 'person', person) from core.coverasks where cover = c.id and answer = 'yes') as yes
     from core.covers c join core.shifts s on s.id = c.shift order by c.id`,
  )
  return rows
}

test.for(['postgres', 'redis'] as const)(
  `while ${SIZE.ladders} ladders climb, workers killed: ${SIZE.kills}, the queue is on %s: no one is asked twice, no rung is skipped, the first yes wins`,
  { timeout: SIZE.minutes * 60_000 + 60_000 },
  async (backend, { skip, onTestFinished }) => {
    if (backend === 'redis' && !hasRedis()) skip()
    const redis = backend === 'redis' ? await startRedis() : null
    onTestFinished(() => redis?.stop())
    const world = await createWorld()
    onTestFinished(() => world.close())
    const random = dice(backend === 'redis' ? 23 : 29)
    const [ses, twilio] = [await startSesServer(FAULTS, 3), await startTwilioServer(FAULTS, 5)]
    onTestFinished(async () => void (await Promise.all([ses.close(), twilio.close()])))
    const reported = reportAccepted(world, ses, random)
    const site = await arrange(world)
    const { passed, pass } = createTime(world)
    const { accepted, volunteer } = createVolunteers(world, site)
    const links = { redisUrl: redis?.url, ses: ses.url, twilio: twilio.url }
    const herd = await startHerd(SIZE.workers, { databaseUrl: world.url, perSecond: SIZE.perSecond, ...links }, random)
    onTestFinished(() => herd.stop())
    for (let kill = 0; kill < SIZE.kills; kill++) {
      await Promise.all([herd.killOne(), volunteer()])
      await pass()
    }
    const climbed = async () => {
      await volunteer()
      await pass()
      const { rows } = await world.superuser.query(
        `select (select count(*)::int from core.covers where state = 'searching') as searching,
           (select count(*)::int from core.deliveries where state in ('queued', 'sending', 'unknown')) as waiting`,
      )
      return rows[0].searching === 0 && rows[0].waiting === 0
    }
    await waitUntil('all have climbed', climbed, { withinMs: SIZE.minutes * 60_000, everyMs: 300 })
    await world.superuser.query("update core.deliveries set lease_until = lease_until - interval '1 minute'")
    await herd.finish()
    await reported()

    const searches = await readSearches(world)
    expect(searches).toHaveLength(SIZE.ladders)
    for (const { id, state, rung, covered_by, person, groups, yes } of searches) {
      expect(groups, `the rungs of search ${id}`).toEqual(Array(rung).fill(3))
      expect(passed.get(id) ?? 0, `waits of search ${id}`).toBeOneOf(state === 'covered' ? [rung - 1, rung] : [rung])
      if (state === 'covered') {
        expect(accepted.get(id), `who was accepted by search ${id}`).toEqual([yes?.id])
        expect([covered_by, person]).toEqual([yes?.person, yes?.person])
      } else expect([state, rung * 3, person]).toEqual(['exhausted', SIZE.people, null])
    }
    expect(searches.filter(({ state }) => state === 'covered')).toHaveLength(SIZE.ladders / 2)

    const { rows: asks } = await world.superuser.query(
      `select a.id::int, array_agg(d.id::int) as deliveries, max(d.state) as state from core.coverasks a
       left join core.deliveries d on d.kind = 'cover.asked' and d.cause = 'notice:' || a.id and d.person = a.person group by a.id`,
    )
    expect(asks.filter(({ deliveries }) => deliveries.length !== 1 || deliveries[0] === null)).toEqual([])
    const mails = ses.accepted.map(({ delivery_id }) => parseDeliveryRef(delivery_id)?.id)
    expect(mails.length, 'mails that the provider accepted twice').toBe(new Set(mails).size)
    const unsent = asks.filter(({ state, deliveries }) => state !== 'cancelled' && !mails.includes(deliveries[0]))
    expect(unsent, 'requests that never left').toEqual([])
  },
)
