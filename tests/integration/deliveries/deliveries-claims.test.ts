import { describe, expect } from 'vitest'
import { claimDeliveries } from '#server/deliveries/claim.ts'
import { AT_ONCE, LEASE, NOW, test } from '#tests/support/messages/deliveries.ts'
import { changeShift, makeRoster, messagingFor, tell } from '#tests/support/messages/messaging.ts'

describe('claiming', () => {
  test('a row is claimed once, even by parallel claims', async ({ deliveries }) => {
    for (let i = 0; i < 40; i++)
      await deliveries.queue({ start_local_date: `2027-07-${String((i % 28) + 1).padStart(2, '0')}` })
    const claims = await Promise.all(Array.from({ length: 12 }, () => deliveries.claim(7)))
    const ids = claims.flat().map((r) => r.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(40)
  })
  test('every site has its turn, though another has a thousand before it', async ({ deliveries }) => {
    const other = await makeRoster(deliveries.world)
    await deliveries.world.superuser.query(
      `insert into core.deliveries (site_id, shift, person, kind, channel, start_local_date, due_at)
       select $1, i, $2, 'reminder.week', 'email', date '2027-06-19' + i, '2027-06-12T08:00Z' from generate_series(1, 1000) i`,
      [deliveries.roster.site.id, deliveries.roster.person.id],
    )
    await deliveries.queue({}, other)
    const sites = (await deliveries.claim(20)).map((r) => r.site_id)
    expect(sites).toContain(other.site.id)
    expect(sites.length).toBeGreaterThanOrEqual(10)
  })
  test('security mail is sent first, bulk last', async ({ deliveries }) => {
    const ids = []
    for (const [lane, kind] of [
      ['bulk', 'bulk:1'],
      ['duty', 'reminder.week'],
      ['security', 'account.reset'],
    ])
      ids.push(
        await deliveries.queue({
          lane,
          kind,
          due_at: lane === 'bulk' ? '2027-01-01T00:00Z' : '2027-06-12T09:00Z',
        }),
      )
    expect((await deliveries.claim(1)).map((r) => r.kind)).toEqual(['account.reset'])
    expect((await deliveries.claim(1)).map((r) => r.kind)).toEqual(['reminder.week'])
    expect((await deliveries.claim(1, { lanes: ['security'] })).map((r) => r.kind)).toEqual([])
    expect((await deliveries.claim(1)).map((r) => r.kind)).toEqual(['bulk:1'])
  })
  test('no faster than the provider allows, whoever claims', async ({ deliveries }) => {
    for (let i = 0; i < 30; i++)
      await deliveries.queue({
        start_local_date: `2027-07-${String((i % 28) + 1).padStart(2, '0')}`,
        kind: i > 27 ? 'reminder.day' : 'reminder.week',
      })
    const rate = { perSecond: 5, burst: 5 }
    let begun = performance.now()
    /** The requests that the limit may have allowed since, rounded up, on a machine of any speed. */
    const most = () => 5 + Math.ceil((performance.now() - begun) / 200)
    const results = await Promise.all(
      Array.from({ length: 6 }, () =>
        claimDeliveries(deliveries.world.pool('worker'), {
          channel: 'email',
          wanted: 20,
          now: NOW,
          rate,
          leaseMs: LEASE,
        }),
      ),
    )
    const claimed = results.flatMap((r) => r.rows).length
    expect(claimed).toBeGreaterThanOrEqual(5)
    expect(claimed).toBeLessThanOrEqual(most())
    expect(Math.max(...results.map((r) => r.wait_ms))).toBeGreaterThan(0)
    begun -= 450
    await deliveries.world.superuser.query(
      "update platform.provider_budget set refilled_at = refilled_at - interval '450 milliseconds'",
    )
    const all = claimed + (await deliveries.claim(20, { rate })).length
    expect(all).toBeGreaterThanOrEqual(7)
    expect(all).toBeLessThanOrEqual(most())
  })
  test('moving the development clock does not change a lease', async ({ deliveries }) => {
    const id = await deliveries.queue()
    await deliveries.claim(1, { now: new Date('2030-01-01T00:00Z') })
    const { rows } = await deliveries.world.superuser.query(
      'select extract(epoch from lease_until - clock_timestamp())::float8 as left from core.deliveries where id = $1',
      [id],
    )
    expect(rows[0].left).toBeGreaterThan(50)
    expect(rows[0].left).toBeLessThanOrEqual(60)
  })
})

describe('outcomes', () => {
  test('a refused message was not sent: it is retried later as another attempt', async ({ deliveries }) => {
    const { messaging, transports } = messagingFor(deliveries.world)
    const id = await deliveries.queue()
    transports.email.outcomes.push({ kind: 'refused', reason: 'Throttling', retry_after_ms: 50 })
    const refused = Date.now()
    await messaging.drain()
    expect(await deliveries.row(id)).toMatchObject({
      state: 'queued',
      error: 'Throttling',
      attempts: 1,
      attempt_id: null,
    })
    expect((await deliveries.row(id)).retry_at.getTime() - refused).toBeGreaterThanOrEqual(750)
    await deliveries.world.superuser.query('update core.deliveries set retry_at = clock_timestamp()')
    await messaging.drain()
    expect(await deliveries.row(id)).toMatchObject({
      state: 'sent',
      attempts: 2,
      sent_at: expect.any(Date),
      facts: { subject: 'reminder.week Regatta', address: deliveries.roster.person.email },
    })
  })
  test('rejected is final', async ({ deliveries }) => {
    const { messaging, transports } = messagingFor(deliveries.world)
    const id = await deliveries.queue()
    transports.email.outcomes.push({ kind: 'rejected', reason: 'Address is malformed' })
    await messaging.drain()
    expect(await deliveries.row(id)).toMatchObject({ state: 'failed', error: 'Address is malformed' })
  })
  test('an ambiguous attempt stays leased, and no one sends it meanwhile', async ({ deliveries }) => {
    const { messaging, transports } = messagingFor(deliveries.world, { times: AT_ONCE })
    const id = await deliveries.queue()
    transports.email.outcomes.push({ kind: 'ambiguous', reason: 'timeout' })
    await messaging.drain()
    await messaging.reconcile()
    await messaging.drain()
    expect(await deliveries.row(id)).toMatchObject({ state: 'sending', attempts: 1 })
    expect(transports.email.sent).toHaveLength(1)
  })
  test('a mark counts only for the current attempt of the row; "sent" counts for any of its attempts', async ({
    deliveries,
  }) => {
    const id = await deliveries.queue()
    const [first] = await deliveries.claim(1)
    await deliveries.world.superuser.query(
      "update core.deliveries set state = 'queued', attempt_id = null where id = $1",
      [id],
    )
    const [second] = await deliveries.claim(1)
    expect(second?.attempt_id).not.toBe(first?.attempt_id)
    expect(await deliveries.mark(first!, { state: 'queued' })).toBe(0)
    expect(await deliveries.mark(first!, { state: 'failed' })).toBe(0)
    expect(await deliveries.mark(first!, { provider_id: 'late' })).toBe(1)
    expect(await deliveries.row(id)).toMatchObject({ state: 'sent', provider_id: 'late' })
    expect(await deliveries.mark(second!, { state: 'queued' })).toBe(0)
  })
  test('a claim is committed before the call: a process that ends during the call leaves a lease, not a queued row', async ({
    deliveries,
  }) => {
    const { messaging, transports } = messagingFor(deliveries.world)
    const id = await deliveries.queue()
    const send = transports.email.send
    let seen: Record<string, unknown> = {}
    transports.email.send = async (message) => {
      seen = await deliveries.row(id)
      return send(message)
    }
    await messaging.drain()
    expect(seen).toMatchObject({ state: 'sending', attempts: 1, called_at: expect.any(Date) })
    expect(seen.attempt_id).toBe(transports.email.sent[0]?.attempt_id)
    expect((seen.lease_until as Date).getTime()).toBeGreaterThan(Date.now() + 50_000)
  })
  test('an outcome that arrives after another process settled the attempt is counted, and changes nothing', async ({
    deliveries,
  }) => {
    const { messaging, transports, registry } = messagingFor(deliveries.world)
    const id = await deliveries.queue()
    transports.email.send = async () => {
      await deliveries.world.superuser.query(
        "update core.deliveries set state = 'unknown', attempt_id = gen_random_uuid()",
      )
      return { kind: 'rejected', reason: 'too late' }
    }
    await messaging.drain()
    expect(await deliveries.row(id)).toMatchObject({ state: 'unknown', error: null })
    expect(await registry.getSingleMetricAsString('conflict_prevented_total')).toContain('conflict_prevented_total 1')
  })
})

test('a reminder waits for the notice of a change that was made just before it leaves', async ({ deliveries }) => {
  const { world, roster } = deliveries
  const { site, person } = roster
  const first = await world.makePerson(site)
  await deliveries.queue({ due_at: '2027-06-12T08:59Z' }, { ...roster, person: first })
  const shift = Number((await deliveries.row(await deliveries.queue())).shift)
  await tell(world, site, shift, person)
  const { messaging, transports } = messagingFor(world, { batch: 1, lines: 1 })
  const accepted = transports.email.send
  transports.email.send = async (message) => {
    if (message.to === first.email) await changeShift(world, site, shift, { start: '2027-06-19T10:00Z' })
    return accepted(message)
  }
  const kinds = () => transports.email.sent.filter(({ to }) => to === person.email).map(({ kind }) => kind)
  await messaging.drain()
  expect(kinds()).toEqual([])
  for (let run = 0; run < 2; run += 1) {
    await world.superuser.query('update core.deliveries set retry_at = null')
    await messaging.drain()
    expect(kinds()).toEqual(['shift.changed'])
  }
})

test('a stop during sending finishes the calls under way and claims nothing more', async ({ deliveries }) => {
  for (let i = 0; i < 6; i++) await deliveries.queue({ start_local_date: `2027-06-${20 + i}`, kind: 'shift.assigned' })
  const { messaging, transports } = messagingFor(deliveries.world, { batch: 2, lines: 1 })
  const send = transports.email.send
  let [calls, release] = [0, () => {}]
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  transports.email.send = async (message) => {
    calls += 1
    await held
    return send(message)
  }
  const drained = messaging.drain()
  await expect.poll(() => calls).toBeGreaterThan(0)
  const stopped = messaging.stop()
  release()
  await Promise.all([stopped, drained])
  const { rows } = await deliveries.world.superuser.query(
    'select state, count(*)::int from core.deliveries where site_id = $1 group by 1 order by 1',
    [deliveries.roster.site.id],
  )
  expect(rows).toEqual([
    { state: 'queued', count: 4 },
    { state: 'sent', count: 2 },
  ])
})
