import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { describe, expect } from 'vitest'
import { createSesTransport } from '#server/deliveries/transports/ses.ts'
import { createRegistry } from '#server/engine/kernel/metrics-server.ts'
import { previewPlan } from '#server/reminders/planner.ts'
import { measurePlanner } from '#server/reminders/planner-behind.ts'
import { makeRoster, makeShift, messagingFor, recordingTransport } from '#tests/support/messages/messaging.ts'
import { test as base, DAY, START, WEEK } from '#tests/support/messages/reminders.ts'
import { startSesServer } from '#tests/support/providers/ses-server.ts'

/** Expects an age within 30 seconds of `seconds`: the clock keeps running after it is set. */
const expectAge = (age: number, seconds: number) => {
  expect(age).toBeGreaterThan(seconds - 30)
  expect(age).toBeLessThan(seconds + 30)
}

const test = base
  .extend(
    'figure',
    ({ reminders }) =>
      (name: string) =>
        reminders.messages.registry.getSingleMetricAsString(name),
  )
  .extend('held', ({ reminders }) => () => {
    const logged: { seconds?: number; level: number }[] = []
    const stream = new PassThrough().on('data', (line) => logged.push(JSON.parse(String(line))))
    const watching = messagingFor(reminders.world, {
      log: pino({ level: 'info' }, stream),
      rates: { email: { perSecond: 0.001, burst: 0 }, sms: { perSecond: 0.001, burst: 0 } },
    })
    const age = async (minutes: number) => {
      reminders.at(DAY, minutes)
      await watching.messaging.reconcile()
      return Number(/^oldest_due_age (\S+)$/m.exec(await watching.registry.metrics())?.[1])
    }
    const ageOfBulk = async () => Number(/^oldest_bulk_age (\S+)$/m.exec(await watching.registry.metrics())?.[1])
    return { logged, age, ageOfBulk, stop: () => watching.messaging.stop() }
  })

test('the first refusal of our keys is an error; the messages wait and leave once the keys are right', async ({
  reminders,
}) => {
  const ses = await startSesServer()
  ses.refusesKeys = true
  const errors: { msg: string; channel?: string; reason?: string }[] = []
  const stream = new PassThrough().on('data', (line) => errors.push(JSON.parse(String(line))))
  const { messaging, registry } = messagingFor(reminders.world, {
    log: pino({ level: 'error' }, stream),
    transports: {
      email: createSesTransport({
        ...{ region: 'eu-west-1', endpoint: ses.url, from: 'duty@club.org' },
        credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      }),
      sms: recordingTransport(),
    },
  })
  const roster = await makeRoster(reminders.world)
  await makeShift(reminders.world, roster, START)
  reminders.at(WEEK, 1)
  await messaging.plan()
  await messaging.drain()
  expect(errors.filter(({ channel }) => channel === 'email')).toEqual([
    expect.objectContaining({
      msg: 'the provider refuses our keys or our sender; messages wait',
      reason: 'InvalidClientTokenId: The security token included in the request is invalid.',
    }),
  ])
  expect(await registry.getSingleMetricAsString('sender_refused_total')).toMatch(/channel="email"\} [1-9]/)
  expect(await registry.getSingleMetricAsString('provider_429_total')).not.toMatch(/channel="email"\} [1-9]/)
  ses.refusesKeys = false
  const delivered = async () => {
    await messaging.drain()
    return ses.accepted.length
  }
  await expect.poll(delivered, { timeout: 30_000 }).toBe(1)
  await messaging.stop()
  await ses.close()
})

test('messages to many that drain or wait for the quota are not overdue, and have an age of their own', async ({
  reminders,
  held,
}) => {
  const { site, person } = await makeRoster(reminders.world)
  await reminders.world.insert(site, 'deliveries', {
    person: person.id,
    kind: 'bulk:1',
    channel: 'email',
    lane: 'bulk',
    due_at: DAY,
  })
  const watching = held()
  expect(await watching.age(60)).toBe(0)
  expectAge(await watching.ageOfBulk(), 3_600)
  expect(watching.logged.filter(({ level }) => level >= 50)).toEqual([])
  await watching.stop()
})

test('a preview lists what would be queued and writes nothing', async ({ reminders }) => {
  const roster = await makeRoster(reminders.world)
  await makeShift(reminders.world, roster, START)
  const preview = await previewPlan({ pool: reminders.world.pool('platform') }, new Date(WEEK))
  expect(
    preview
      .filter((row) => row.site === roster.site.slug)
      .map((row) => [row.kind, row.channel, row.due_at.toISOString(), row.start_local_date]),
  ).toEqual([
    ['reminder.week', 'email', WEEK, '2027-06-19'],
    ['reminder.week', 'sms', WEEK, '2027-06-19'],
  ])
  expect(await reminders.lines(roster.site)).toEqual([])
})

test('the nightly check agrees with the planner, and finds removed and added rows', async ({ reminders }) => {
  const roster = await makeRoster(reminders.world, { person: { updated_at: '2027-01-01T00:00Z' } })
  const other = await reminders.world.makePerson(roster.site, {
    updated_at: '2027-01-01T00:00Z',
    email_reminders: false,
  })
  for (const start of ['2027-06-19T05:00Z', START, '2027-06-19T18:00Z']) await makeShift(reminders.world, roster, start)
  await makeShift(reminders.world, roster, START, { draft: '2027-06-15T00:00Z' })
  await makeShift(reminders.world, roster, START, { person: other.id })
  for (let hour = 0; hour < 24 * 10; hour += 3) await reminders.tick('2027-06-10T00:00Z', hour * 60)
  reminders.at('2027-06-20T03:15Z')
  const checked = await reminders.messages.messaging.check()
  expect(checked.shifts).toBe(5)
  expect(checked.differences).toEqual([])
  await reminders.world.superuser.query(
    `with lost as (delete from core.deliveries where id = (select min(id) from core.deliveries where kind = 'reminder.day' and channel = 'sms')
       returning site_id, id)
     delete from core.told t using lost where t.site_id = lost.site_id and t.delivery = lost.id`,
  )
  // They took it at the moment its first reminders were due.
  await reminders.world.superuser.query(
    `insert into core.told (site_id, person, shift, state, facts, at, by)
     select site_id, person, id, 'theirs', '{}', '2027-06-12T18:00Z', 'act' from core.shifts where site_id = $1 and start = '2027-06-19T18:00Z'`,
    [roster.site.id],
  )
  const again = await reminders.messages.messaging.check()
  expect(again.differences.map((d) => d.kind).sort()).toEqual(['extra', 'extra', 'missing'])
})

describe('figures', () => {
  test('due, sent, late, refused and skipped messages are counted under the agreed names', async ({
    reminders,
    figure,
  }) => {
    const roster = await makeRoster(reminders.world, { person: { email_reminders: false } })
    await makeShift(reminders.world, roster, START)
    const { sms } = reminders.messages.transports
    sms.outcomes.push({ kind: 'refused', reason: 'Too Many Requests' })
    await reminders.tick(WEEK)
    expect(await figure('provider_429_total')).toContain('provider_429_total{channel="sms"} 1')
    await reminders.world.superuser.query('update core.deliveries set retry_at = null')
    await reminders.tick(WEEK, 1)
    expect(await figure('reminder_due_total')).toContain('reminder_due_total 2')
    expect(await figure('sent_total')).toContain('sent_total{kind="reminder.week",channel="sms"} 1')
    expect(await figure('skipped_total')).toContain('skipped_total{reason="opted_out"} 1')
    expect(await figure('lateness_seconds')).toMatch(/le="60"\} 0\n.*le="120"\} 1/)
    for (const name of ['missed_total', 'conflict_prevented_total', 'oldest_due_age', 'lateness_seconds_count'])
      expect(await reminders.messages.registry.metrics()).toMatch(new RegExp(`^${name} \\d`, 'm'))
    for (const name of ['ambiguous_total', 'reconciled_total', 'unknown_total'])
      expect(await reminders.messages.registry.metrics()).toContain(`# TYPE ${name} counter`)
  })

  test('messages that wait for more than five minutes are measured and reported', async ({
    reminders,
    held,
    figure,
  }) => {
    const roster = await reminders.byEmail()
    await makeShift(reminders.world, roster, START)
    await reminders.queueOnly(DAY)
    const { logged, age, stop } = held()
    expectAge(await age(4), 240)
    expect(logged).toEqual([])
    const late = await age(6)
    expectAge(late, 360)
    expect(logged).toMatchObject([{ level: 50, seconds: Math.round(late), msg: 'messages are waiting too long' }])
    await stop()
    await reminders.messages.messaging.drain()
    await reminders.messages.messaging.reconcile()
    expect(await figure('oldest_due_age')).toContain('oldest_due_age 0')
  })

  test('web and worker measure how long ago reminders were planned', async ({ reminders, figure }) => {
    const web = createRegistry()
    measurePlanner(web, { pool: reminders.world.pool('platform'), clock: reminders.world.clock })
    const behind = async () => {
      const [own, other] = [await figure('planner_behind_seconds'), await web.metrics()]
      return [own, other].map((text) => Number(/^planner_behind_seconds (\S+)$/m.exec(text)?.[1]))
    }
    await reminders.tick(WEEK)
    for (const age of await behind()) expect(age).toBeLessThan(30)
    reminders.at(WEEK, 12)
    for (const age of await behind()) expectAge(age, 720)
    expect(await reminders.messages.messaging.planIfLate()).not.toBeNull()
    for (const age of await behind()) expect(age).toBeLessThan(30)
    expect(await reminders.messages.messaging.planIfLate()).toBeNull()
    reminders.at(WEEK, -60)
    expect(await reminders.messages.messaging.planIfLate()).not.toBeNull()
  })

  test('messages due before the first planning have waited since then, and no longer', async ({ reminders, held }) => {
    const roster = await reminders.byEmail()
    await makeShift(reminders.world, roster, START)
    const { logged, age, stop } = held()
    expect(await age(55)).toBe(0)
    reminders.at(DAY, 60)
    await reminders.queueOnly(reminders.world.clock.now().toISOString())
    expect(await age(60)).toBeLessThan(5)
    expectAge(await age(64), 240)
    expect(logged).toEqual([])
    const late = await age(66)
    expectAge(late, 360)
    expect(logged).toMatchObject([{ level: 50, seconds: Math.round(late), msg: 'messages are waiting too long' }])
    await stop()
  })

  test('a silence of the planner counts against the messages it should have queued', async ({ reminders, held }) => {
    const roster = await reminders.byEmail()
    await reminders.tick(WEEK)
    await makeShift(reminders.world, roster, START)
    reminders.at(DAY, 60)
    await reminders.queueOnly(reminders.world.clock.now().toISOString())
    const { logged, age, stop } = held()
    expectAge(await age(61), 3_660)
    expect(logged).toMatchObject([{ level: 50, msg: 'messages are waiting too long' }])
    await stop()
  })
})
