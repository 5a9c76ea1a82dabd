import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dice } from '#tests/support/providers/faults.ts'
import { hasRedis, type RedisServer, startRedis } from '#tests/support/providers/redis.ts'
import { startSesServer } from '#tests/support/providers/ses-server.ts'
import { startTwilioServer } from '#tests/support/providers/twilio-server.ts'
import { waitUntil } from '#tests/support/waiting.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { startHerd } from './herd.ts'
import { reportAccepted } from './reports.ts'

/** The small run is part of the tests; PROOF=1 is the full one. */
const SIZE = process.env.PROOF
  ? { messages: 5_000, kills: 200, perSecond: 20, workers: 3, minutes: 20 }
  : { messages: 50, kills: 1, perSecond: 20, workers: 2, minutes: 3 }
const FAULTS = { throttled: 0.05, unanswered: 0.03, delayMs: 8 }
const SITES = 5

let redis: RedisServer | null = null
beforeAll(async () => {
  if (hasRedis()) redis = await startRedis()
})
afterAll(async () => {
  await redis?.stop()
})

/** One shift per person, all due in a moment; every fifth person is reached by SMS, the others by email. */
async function arrange(world: World, messages: number) {
  for (let n = 0; n < SITES; n++) {
    const site = await world.makeSite({ timezone: 'UTC', sms_enabled: true, quiet_start: '00:00', quiet_end: '00:00' })
    await world.superuser.query(
      `with event as (
         insert into core.events (site_id, name, start, "end") values ($1, 'Regatta', now() + interval '7 days', now() + interval '8 days') returning id),
       people as (
         insert into core.people (site_id, name, email, phone, sms_verified, sms_notifications)
         select $1, 'Person ' || i, case when i % 5 > 0 then 'p' || i || '@example.org' else '' end,
           case when i % 5 = 0 then '+4477' || lpad(i::text, 8, '0') end, i % 5 = 0, i % 5 = 0
         from generate_series($2::int, $3::int - 1) i returning id)
       insert into core.shifts (site_id, event, person, start, "end", draft, assigned_at)
       select $1, event.id, people.id, now() + interval '7 days 3 seconds', now() + interval '7 days 3 hours', now() - interval '30 days', now() - interval '30 days'
       from event, people`,
      [site.id, (messages / SITES) * n, (messages / SITES) * (n + 1)],
    )
  }
}

const states = async (world: World): Promise<Record<string, number>> => {
  const { rows } = await world.superuser.query('select state, count(*)::int as count from core.deliveries group by 1')
  return Object.fromEntries(rows.map((r: { state: string; count: number }) => [r.state, r.count]))
}

describe.each(['postgres', 'redis'] as const)('workers are killed, the queue is on %s', (backend) => {
  test(
    `${SIZE.messages} reminders, workers killed: ${SIZE.kills}; none lost, none twice`,
    async ({ skip, onTestFinished }) => {
      if (backend === 'redis' && !redis) skip()
      const world = await createWorld()
      onTestFinished(() => world.close())
      const random = dice(backend === 'redis' ? 11 : 7)
      const ses = await startSesServer(FAULTS, 3)
      const twilio = await startTwilioServer(FAULTS, 5)
      onTestFinished(async () => void (await Promise.all([ses.close(), twilio.close()])))
      const reported = reportAccepted(world, ses, random)
      await arrange(world, SIZE.messages)
      const settings = {
        databaseUrl: world.url,
        redisUrl: backend === 'redis' ? redis?.url : undefined,
        ses: ses.url,
        twilio: twilio.url,
        perSecond: SIZE.perSecond,
      }
      const begun = performance.now()
      const herd = await startHerd(SIZE.workers, settings, random)
      onTestFinished(() => herd.stop())
      let flushed = 0
      for (let kill = 1; kill <= SIZE.kills; kill++) {
        await herd.killOne()
        if (backend === 'redis' && kill % Math.ceil(SIZE.kills / 4) === 0) {
          await redis?.flush()
          flushed += 1
        }
      }
      const allSent = async () => (await states(world)).sent === SIZE.messages
      const timeLeft = SIZE.minutes * 60_000 - (performance.now() - begun)
      // The count below includes those not sent in time.
      await waitUntil('all are sent', allSent, { withinMs: timeLeft, everyMs: 500 }).catch(() => {})
      // Makes any second attempt due now: leases and settling are over, and every worker looks for them once more.
      await world.superuser.query("update core.deliveries set lease_until = lease_until - interval '1 minute'")
      await herd.finish()
      await reported()
      const accepted = [...ses.accepted.map((mail) => mail.to), ...twilio.accepted.map((sms) => sms.to)]
      const lost = SIZE.messages - new Set(accepted).size
      const twice = accepted.length - new Set(accepted).size
      const s = await states(world)
      const { rows } = await world.superuser.query(
        'select sum(attempts - 1)::int as again, sum(doubts)::int as traceless from core.deliveries',
      )
      console.log(
        `${backend}: ${SIZE.messages} messages, ${SIZE.kills} kills, ${flushed} flushes of Redis, ${lost} lost, ${twice} duplicates, ${rows[0].again} attempts repeated, ${rows[0].traceless} of them after leaving no trace, ${Math.round((performance.now() - begun) / 1000)} s, ${JSON.stringify(s)}`,
      )
      expect({ lost, twice }).toEqual({ lost: 0, twice: 0 })
      expect(s).toEqual({ sent: SIZE.messages })
    },
    SIZE.minutes * 60_000 + 60_000,
  )
})
