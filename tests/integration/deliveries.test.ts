import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Claimed, claimDeliveries } from '#server/deliveries/claim.ts'
import { markDeliveries } from '#server/deliveries/mark.ts'
import { type MessageEvent, recordProviderEvent } from '#server/deliveries/record-event.ts'
import { deliveryRef } from '#server/deliveries/transport.ts'
import { FAST, linesOf, makeRoster, makeShift, messagingFor, type Roster } from '#tests/support/messaging.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
let roster: Roster
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  for (const table of ['core.deliveries', 'platform.provider_health', 'platform.provider_budget', 'platform.settings'])
    await world.superuser.query(`delete from ${table}`)
  roster = await makeRoster(world, { site: { sms_enabled: false } })
  world.clock.set(NOW)
})

const NOW = new Date('2027-06-12T09:00:30Z')
const LEASE = 60_000
const times = { settleMs: { email: 0, sms: 0 }, resendMs: 0 }

const queueReminder = async (at = roster, over: Record<string, unknown> = {}) => {
  const start = '2027-06-19T09:00Z'
  const shift = await makeShift(world, at, start)
  const row = {
    shift,
    person: at.person.id,
    kind: 'reminder.week',
    channel: 'email',
    start_local_date: '2027-06-19',
    due_at: '2027-06-12T09:00Z',
    ...over,
  }
  return (await world.insert(at.site, 'deliveries', row)).id
}
const claim = async (wanted = 20, over: Partial<Parameters<typeof claimDeliveries>[1]> = {}) =>
  (
    await claimDeliveries(world.pool('worker'), {
      channel: 'email',
      wanted,
      now: NOW,
      rate: FAST,
      leaseMs: LEASE,
      ...over,
    })
  ).rows
const row = async (id: number) =>
  (await world.superuser.query('select * from core.deliveries where id = $1', [id])).rows[0]
const mark = (claimed: Claimed, over: object) =>
  markDeliveries(
    world.pool('worker'),
    [{ site_id: claimed.site_id, id: claimed.id, attempt: claimed.attempt_id, state: 'sent', ...over }],
    NOW,
  )
const event = (claimed: Claimed, over: Partial<MessageEvent> = {}) =>
  recordProviderEvent(
    { pool: world.pool('worker') },
    {
      kind: 'sent',
      id: randomUUID(),
      delivery_id: deliveryRef(claimed.site_id, claimed.leader),
      attempt_id: claimed.attempt_id,
      provider_id: 'ses-1',
      at: NOW,
      ...over,
    },
  )
const expireLease = () =>
  world.superuser.query(
    "update core.deliveries set lease_until = clock_timestamp() - interval '1 second' where state = 'sending'",
  )

describe('claiming', () => {
  test('a row is claimed once, however many claim at the same time', async () => {
    for (let i = 0; i < 40; i++)
      await queueReminder(roster, { start_local_date: `2027-07-${String((i % 28) + 1).padStart(2, '0')}` })
    const claims = await Promise.all(Array.from({ length: 12 }, () => claim(7)))
    const ids = claims.flat().map((r) => r.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(40)
  })
  test('every site has its turn, though another has a thousand before it', async () => {
    const other = await makeRoster(world)
    await world.superuser.query(
      `insert into core.deliveries (site_id, shift, person, kind, channel, start_local_date, due_at)
       select $1, i, $2, 'reminder.week', 'email', date '2027-06-19' + i, '2027-06-12T08:00Z' from generate_series(1, 1000) i`,
      [roster.site.id, roster.person.id],
    )
    await queueReminder(other)
    const sites = (await claim(20)).map((r) => r.site_id)
    expect(sites).toContain(other.site.id)
    expect(sites.length).toBeGreaterThanOrEqual(10)
  })
  test('security mail goes first, bulk last', async () => {
    const ids = []
    for (const [lane, kind] of [
      ['bulk', 'bulk:1'],
      ['duty', 'reminder.week'],
      ['security', 'account.reset'],
    ])
      ids.push(
        await queueReminder(roster, {
          lane,
          kind,
          due_at: lane === 'bulk' ? '2027-01-01T00:00Z' : '2027-06-12T09:00Z',
        }),
      )
    expect((await claim(1)).map((r) => r.kind)).toEqual(['account.reset'])
    expect((await claim(1)).map((r) => r.kind)).toEqual(['reminder.week'])
    expect((await claim(1, { lanes: ['security'] })).map((r) => r.kind)).toEqual([])
    expect((await claim(1)).map((r) => r.kind)).toEqual(['bulk:1'])
  })
  test('no faster than the provider allows, whoever asks', async () => {
    for (let i = 0; i < 30; i++)
      await queueReminder(roster, {
        start_local_date: `2027-07-${String((i % 28) + 1).padStart(2, '0')}`,
        kind: i > 27 ? 'reminder.day' : 'reminder.week',
      })
    const rate = { perSecond: 5, burst: 5 }
    const results = await Promise.all(
      Array.from({ length: 6 }, () =>
        claimDeliveries(world.pool('worker'), { channel: 'email', wanted: 20, now: NOW, rate, leaseMs: LEASE }),
      ),
    )
    expect(results.flatMap((r) => r.rows)).toHaveLength(5)
    expect(results.at(-1)?.wait_ms).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 450))
    expect(await claim(20, { rate })).toHaveLength(2)
  })
  test('moving the development clock does not touch a lease', async () => {
    const id = await queueReminder()
    await claim(1, { now: new Date('2030-01-01T00:00Z') })
    const { rows } = await world.superuser.query(
      'select extract(epoch from lease_until - clock_timestamp())::float8 as left from core.deliveries where id = $1',
      [id],
    )
    expect(rows[0].left).toBeGreaterThan(50)
    expect(rows[0].left).toBeLessThanOrEqual(60)
  })
})

describe('outcomes', () => {
  test('refused is surely not sent: again later, with its own key of attempts', async () => {
    const { messaging, transports } = messagingFor(world)
    const id = await queueReminder()
    transports.email.outcomes.push({ kind: 'refused', reason: 'Throttling', retry_after_ms: 50 })
    await messaging.drain()
    expect(await row(id)).toMatchObject({ state: 'queued', error: 'Throttling', attempts: 1, attempt_id: null })
    expect((await row(id)).retry_at.getTime()).toBeGreaterThan(Date.now())
    await world.superuser.query('update core.deliveries set retry_at = clock_timestamp()')
    await new Promise((resolve) => setTimeout(resolve, 60))
    await messaging.drain()
    expect(await row(id)).toMatchObject({
      state: 'sent',
      attempts: 2,
      sent_at: expect.any(Date),
      facts: { subject: 'reminder.week Regatta', address: roster.person.email },
    })
  })
  test('rejected is final', async () => {
    const { messaging, transports } = messagingFor(world)
    const id = await queueReminder()
    transports.email.outcomes.push({ kind: 'rejected', reason: 'Address is malformed' })
    await messaging.drain()
    expect(await row(id)).toMatchObject({ state: 'failed', error: 'Address is malformed' })
  })
  test('ambiguous stays leased, and nobody sends it meanwhile', async () => {
    const { messaging, transports } = messagingFor(world, { times })
    const id = await queueReminder()
    transports.email.outcomes.push({ kind: 'ambiguous', reason: 'timeout' })
    await messaging.drain()
    await messaging.reconcile()
    await messaging.drain()
    expect(await row(id)).toMatchObject({ state: 'sending', attempts: 1 })
    expect(transports.email.sent).toHaveLength(1)
  })
  test('a mark counts only for the attempt that the row is in; "sent" counts for any of its attempts', async () => {
    const id = await queueReminder()
    const [first] = await claim(1)
    await world.superuser.query("update core.deliveries set state = 'queued', attempt_id = null where id = $1", [id])
    const [second] = await claim(1)
    expect(second?.attempt_id).not.toBe(first?.attempt_id)
    expect(await mark(first!, { state: 'queued' })).toBe(0)
    expect(await mark(first!, { state: 'failed' })).toBe(0)
    expect(await mark(first!, { provider_id: 'late' })).toBe(1)
    expect(await row(id)).toMatchObject({ state: 'sent', provider_id: 'late' })
    expect(await mark(second!, { state: 'queued' })).toBe(0)
  })
})

describe('the reconciler', () => {
  const ambiguous = async () => {
    const parts = messagingFor(world, { times })
    const id = await queueReminder()
    parts.transports.email.outcomes.push({ kind: 'ambiguous', reason: 'connection reset' })
    await parts.messaging.drain()
    await expireLease()
    return { ...parts, id, attempt: (await row(id)).attempt_id as string }
  }
  const heard = (claimedAt: string, unheardSince: string | null = null) =>
    world.superuser.query(
      'insert into platform.provider_health (channel, heard_claim, unheard_since) values ($1, $2, $3)',
      ['email', claimedAt, unheardSince],
    )

  test('the provider knows the attempt: sent, not repeated', async () => {
    const { messaging, transports, id } = await ambiguous()
    transports.email.traceOf = () => ({ found: 'ses-9' })
    await messaging.reconcile()
    expect(await row(id)).toMatchObject({ state: 'sent', provider_id: 'ses-9' })
    expect(transports.email.sent).toHaveLength(1)
  })
  test('accepted but unanswered: the event of the provider settles it', async () => {
    const { messaging, transports, id } = await ambiguous()
    const { attempt_id, site_id } = await row(id)
    await event({ site_id, leader: id, attempt_id } as Claimed)
    await messaging.reconcile()
    expect(await row(id)).toMatchObject({ state: 'sent', provider_id: 'ses-1' })
    expect(transports.email.sent).toHaveLength(1)
  })
  test('no trace while events of later messages arrive: repeated, at most three times', async () => {
    const { messaging, transports, id } = await ambiguous()
    await heard('infinity')
    for (let i = 0; i < 4; i++) {
      transports.email.outcomes.push({ kind: 'ambiguous', reason: 'connection reset' })
      await messaging.reconcile()
      await expireLease()
    }
    expect(transports.email.sent).toHaveLength(3)
    expect(await row(id)).toMatchObject({ state: 'failed', doubts: 2 })
  })
  test('an event that comes after the requeue still prevents the second message', async () => {
    const { messaging, transports, id, attempt } = await ambiguous()
    await heard('infinity')
    transports.email.outcomes.push({ kind: 'refused', reason: 'Throttling' })
    await messaging.reconcile()
    expect((await row(id)).state).toBe('queued')
    await event({ site_id: roster.site.id, leader: id, attempt_id: attempt } as unknown as Claimed)
    await world.superuser.query('update core.deliveries set retry_at = null')
    await messaging.drain()
    expect((await row(id)).state).toBe('sent')
    expect(transports.email.sent.filter((m) => m.outcome.kind !== 'refused')).toHaveLength(1)
  })
  test('events are silent for all: held with an alert, and a day reminder goes again once', async () => {
    const { messaging, transports, id, registry } = await ambiguous()
    await heard('2020-01-01', '2020-01-02')
    await messaging.reconcile()
    expect(await row(id)).toMatchObject({ state: 'unknown', reason: 'no_events' })
    expect(await registry.getSingleMetricAsString('unknown_total')).toContain('unknown_total{channel="email"} 1')
    await world.superuser.query(
      "update core.deliveries set kind = 'reminder.day', due_at = '2027-06-18T09:00Z', lease_until = clock_timestamp() - interval '1 hour'",
    )
    world.clock.set(new Date('2027-06-18T09:30Z'))
    transports.email.outcomes.push({ kind: 'ambiguous', reason: 'connection reset' })
    await messaging.reconcile()
    expect(transports.email.sent).toHaveLength(2)
    for (let i = 0; i < 3; i++) {
      await world.superuser.query("update core.deliveries set lease_until = clock_timestamp() - interval '1 hour'")
      await messaging.reconcile()
    }
    expect((await row(id)).state).toBe('unknown')
    expect(transports.email.sent).toHaveLength(2)
  })
  test('a sender that ended before it called: again at once, and a late check finds the attempt gone', async () => {
    const { messaging, transports } = messagingFor(world, { times: { ...times, settleMs: { email: 1e9, sms: 1e9 } } })
    const id = await queueReminder()
    const [stale] = await claim(1)
    await expireLease()
    await messaging.reconcile()
    expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2, doubts: 0 })
    expect(transports.email.sent).toHaveLength(1)
    expect(transports.email.sent[0]?.attempt_id).not.toBe(stale?.attempt_id)
  })
  test('a provider that does not say leaves everything as it is', async () => {
    const { messaging, transports, id } = await ambiguous()
    await heard('infinity')
    transports.email.traceOf = () => {
      throw new Error('503')
    }
    await messaging.reconcile()
    expect((await row(id)).state).toBe('sending')
  })
})

describe('silence of events', () => {
  const silence = async () =>
    (
      await world.superuser.query(
        "select unheard_since is not null as silent from platform.provider_health where channel = 'email'",
      )
    ).rows[0]?.silent
  test('begins with the first accepted message that was not heard of, and ends with any event', async () => {
    for (const kind of ['reminder.week', 'reminder.day']) await queueReminder(roster, { kind })
    const [first] = await claim(1)
    await mark(first!, { provider_id: 'ses-1' })
    expect(await silence()).toBe(true)
    await event(first!)
    expect(await silence()).toBe(false)
    const [second] = await claim(1)
    await event(second!)
    await mark(second!, { provider_id: 'ses-2' })
    expect(await silence()).toBe(false)
  })
})

describe('events of providers', () => {
  test('a state only moves forward, and repeating an event changes nothing', async () => {
    const id = await queueReminder()
    const [claimed] = await claim(1)
    await mark(claimed!, { provider_id: 'ses-1' })
    const delivered = { kind: 'delivered' as const, id: randomUUID() }
    expect(await event(claimed!, delivered)).toMatchObject({ outcome: 'recorded' })
    expect(await event(claimed!, delivered)).toMatchObject({ outcome: 'repeated' })
    expect(await event(claimed!)).toMatchObject({ outcome: 'older' })
    expect((await row(id)).state).toBe('delivered')
    expect(await event(claimed!, { kind: 'complained' })).toMatchObject({ outcome: 'recorded' })
    expect(await event(claimed!, { kind: 'bounced' })).toMatchObject({ outcome: 'older' })
    expect((await row(id)).state).toBe('complained')
  })
  test('an event before the mark does not lose the mark', async () => {
    const id = await queueReminder()
    const [claimed] = await claim(1)
    await event(claimed!, { kind: 'delivered' })
    await mark(claimed!, { provider_id: 'ses-1' })
    expect(await row(id)).toMatchObject({ state: 'delivered', provider_id: 'ses-1' })
  })
  test.each(['bounced', 'complained'] as const)('%s stops mail to that address', async (kind) => {
    const { messaging } = messagingFor(world)
    const id = await queueReminder()
    await messaging.drain()
    const { site_id, attempt_id } = await row(id)
    await event({ site_id, leader: id, attempt_id } as Claimed, { kind, reason: 'General' })
    const { rows } = await world.superuser.query(
      'select email_blocked from core.people where site_id = $1 and id = $2',
      [site_id, roster.person.id],
    )
    expect(rows[0].email_blocked).toBe(kind)
    await queueReminder(roster, { kind: 'reminder.week', start_local_date: '2027-06-19' })
    await messaging.drain()
    expect(await linesOf(world, roster.site)).toEqual([
      `reminder.week email ${kind} General`,
      `reminder.week email skipped ${kind}`,
    ])
  })
  test('a bounce of an address that was changed since blocks nothing', async () => {
    const { messaging } = messagingFor(world)
    const id = await queueReminder()
    await messaging.drain()
    await world.superuser.query("update core.people set email = 'new' || id || '@example.org' where id = $1", [
      roster.person.id,
    ])
    const { site_id, attempt_id } = await row(id)
    await event({ site_id, leader: id, attempt_id } as Claimed, { kind: 'bounced' })
    const { rows } = await world.superuser.query('select email_blocked from core.people where id = $1', [
      roster.person.id,
    ])
    expect(rows[0].email_blocked).toBeNull()
  })
  test('STOP stops SMS to that number, START lets it in again', async () => {
    const { rows } = await world.superuser.query('select phone from core.people where id = $1', [roster.person.id])
    const blocked = async () =>
      (await world.superuser.query('select sms_blocked from core.people where id = $1', [roster.person.id])).rows[0]
        .sms_blocked
    await recordProviderEvent({ pool: world.pool('app') }, { kind: 'stop', id: 'SM1', phone: rows[0].phone })
    expect(await blocked()).toBe(true)
    await recordProviderEvent({ pool: world.pool('app') }, { kind: 'start', id: 'SM2', phone: rows[0].phone })
    expect(await blocked()).toBe(false)
    await recordProviderEvent({ pool: world.pool('app') }, { kind: 'stop', id: 'SM1', phone: rows[0].phone })
    expect(await blocked()).toBe(false)
  })
  test('tags of nobody, of another attempt or of another site are ignored', async () => {
    const other = await makeRoster(world)
    const id = await queueReminder()
    const [claimed] = await claim(1)
    expect(await event(claimed!, { delivery_id: 'x' })).toEqual({ outcome: 'unmatched' })
    expect(await event(claimed!, { attempt_id: randomUUID() })).toEqual({ outcome: 'unmatched' })
    expect(await event(claimed!, { delivery_id: deliveryRef(other.site.id, id) })).toEqual({ outcome: 'unmatched' })
    expect((await row(id)).state).toBe('sending')
  })
})

test('a stop during sending finishes the calls under way and claims nothing more', async () => {
  for (let i = 0; i < 6; i++)
    await queueReminder(roster, { start_local_date: `2027-06-${20 + i}`, kind: 'shift.assigned' })
  const { messaging, transports } = messagingFor(world, { batch: 2, lines: 1 })
  const send = transports.email.send
  transports.email.send = async (message) => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    return send(message)
  }
  const drained = messaging.drain()
  await new Promise((resolve) => setTimeout(resolve, 120))
  await messaging.stop()
  await drained
  const { rows } = await world.superuser.query(
    'select state, count(*)::int from core.deliveries where site_id = $1 group by 1 order by 1',
    [roster.site.id],
  )
  expect(rows).toEqual([
    { state: 'queued', count: 4 },
    { state: 'sent', count: 2 },
  ])
})

test('a tick over many shifts reads what is due by index, not what exists', async () => {
  const total = process.env.PROOF ? 1_000_000 : 100_000
  await world.superuser.query('delete from core.shifts')
  const rosters = await Promise.all(
    Array.from({ length: 20 }, () => makeRoster(world, { site: { sms_enabled: false } })),
  )
  const column = (values: number[]) => `{${values}}`
  await world.superuser.query(
    `insert into core.shifts (site_id, event, person, start, "end", draft, assigned_at)
     select ($1::bigint[])[i % 20 + 1], ($2::bigint[])[i % 20 + 1], ($3::bigint[])[i % 20 + 1], t, t + interval '3 hours', '2027-01-01', '2027-01-01'
     from (select i, timestamptz '2027-06-19T09:00:30Z' + (i - $4 / 2) * interval '30 seconds' as t from generate_series(1, $4::int) i) q`,
    [
      column(rosters.map((r) => r.site.id)),
      column(rosters.map((r) => r.event)),
      column(rosters.map((r) => r.person.id)),
      total,
    ],
  )
  await world.superuser.query('analyze core.shifts, core.sites, core.people')
  const { rows } = await world.superuser.query(
    "explain (analyze, format json) select * from core.due_reminders(timestamptz '2027-06-12T08:50:00Z', timestamptz '2027-06-12T09:00:30Z')",
  )
  type Plan = {
    'Node Type': string
    'Relation Name'?: string
    'Index Name'?: string
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    Plans?: Plan[]
  }
  const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)]
  const nodes = flatten(rows[0]['QUERY PLAN'][0].Plan)
  const scans = nodes.filter((node) => node['Relation Name'] === 'shifts')
  expect(scans.map((node) => node['Node Type']).filter((type) => !/Index|Bitmap/.test(type))).toEqual([])
  expect(scans.map((node) => node['Index Name'])).toContain('shifts_due')
  const read = scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
  // 120 shifts an hour: 6 hours for the emails of each kind, 31 for an SMS, which may be pulled forward by a day.
  expect(read).toBeLessThan(10_000)
  const { messaging } = messagingFor(world, {
    write: () => ({ to: 'x', subject: 's', text: '', html: '', headers: {}, attachments: [] }),
  })
  await world.superuser.query(
    "insert into platform.settings (name, value) values ('reminders_planned', to_jsonb(timestamptz '2027-06-12T09:00:00Z'))",
  )
  world.clock.set(new Date('2027-06-12T09:00:30Z'))
  const begun = performance.now()
  const planned = await messaging.plan()
  const ms = performance.now() - begun
  console.log(
    `planner: ${total} shifts, ${read} rows read by index, ${planned.queued} queued and sent, tick ${ms.toFixed(0)} ms, plan ${rows[0]['QUERY PLAN'][0]['Execution Time']} ms`,
  )
  expect(planned.queued).toBe(42)
})
