import { describe, expect } from 'vitest'
import type { ClaimedDelivery } from '#server/deliveries/claim.ts'
import { AT_ONCE, test as base } from '#tests/support/messages/deliveries.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'

const test = base
  .extend('ambiguous', ({ deliveries }) => async () => {
    const parts = messagingFor(deliveries.world, { times: AT_ONCE })
    const id = await deliveries.queue()
    parts.transports.email.outcomes.push({ kind: 'ambiguous', reason: 'connection reset' })
    await parts.messaging.drain()
    await deliveries.expireLease()
    return { ...parts, id, attempt: (await deliveries.row(id)).attempt_id as string }
  })
  .extend(
    'heard',
    ({ deliveries }) =>
      (claimedAt: string, unheardSince: string | null = null) =>
        deliveries.world.superuser.query(
          'insert into platform.provider_health (channel, heard_claim, unheard_since) values ($1, $2, $3)',
          ['email', claimedAt, unheardSince],
        ),
  )
  .extend(
    'silence',
    ({ deliveries }) =>
      async () =>
        (
          await deliveries.world.superuser.query(
            "select unheard_since is not null as silent from platform.provider_health where channel = 'email'",
          )
        ).rows[0]?.silent,
  )

describe('the reconciler', () => {
  test('the provider knows the attempt: sent, not repeated', async ({ ambiguous, deliveries }) => {
    const { messaging, transports, id } = await ambiguous()
    transports.email.traceOf = () => ({ found: 'ses-9' })
    await messaging.reconcile()
    expect(await deliveries.row(id)).toMatchObject({ state: 'sent', provider_id: 'ses-9' })
    expect(transports.email.sent).toHaveLength(1)
  })
  test('accepted but unanswered: the event of the provider settles it', async ({ ambiguous, deliveries }) => {
    const { messaging, transports, id } = await ambiguous()
    const { attempt_id, site_id } = await deliveries.row(id)
    await deliveries.event({ site_id, leader: id, attempt_id } as ClaimedDelivery)
    await messaging.reconcile()
    expect(await deliveries.row(id)).toMatchObject({ state: 'sent', provider_id: 'ses-1' })
    expect(transports.email.sent).toHaveLength(1)
  })
  test('no trace while events of later messages arrive: repeated, at most three times', async ({
    ambiguous,
    heard,
    deliveries,
  }) => {
    const { messaging, transports, id } = await ambiguous()
    await heard('infinity')
    for (let i = 0; i < 4; i++) {
      transports.email.outcomes.push({ kind: 'ambiguous', reason: 'connection reset' })
      await messaging.reconcile()
      await deliveries.expireLease()
    }
    expect(transports.email.sent).toHaveLength(3)
    expect(await deliveries.row(id)).toMatchObject({ state: 'failed', doubts: 2 })
  })
  test('the third attempt waits six times as long as an event may take', async ({ ambiguous, heard, deliveries }) => {
    const { id } = await ambiguous()
    await heard('infinity')
    await deliveries.world.superuser.query(
      "update core.deliveries set doubts = 1, lease_until = clock_timestamp() - interval '1 minute'",
    )
    const { messaging, transports } = messagingFor(deliveries.world, {
      times: { ...AT_ONCE, settleMs: { email: 10_000, sms: 10_000 } },
    })
    await messaging.reconcile()
    await messaging.drain()
    expect(transports.email.sent).toEqual([])
    expect(await deliveries.row(id)).toMatchObject({ state: 'queued', doubts: 2 })
    const { rows } = await deliveries.world.superuser.query(
      'select extract(epoch from retry_at - updated_at)::float as wait from core.deliveries',
    )
    expect(rows).toEqual([{ wait: 60 }])
  })
  test('an event that arrives after the requeue still prevents the second message', async ({
    ambiguous,
    heard,
    deliveries,
  }) => {
    const { messaging, transports, id, attempt } = await ambiguous()
    await heard('infinity')
    transports.email.outcomes.push({ kind: 'refused', reason: 'Throttling' })
    await messaging.reconcile()
    expect((await deliveries.row(id)).state).toBe('queued')
    await deliveries.event({
      site_id: deliveries.roster.site.id,
      leader: id,
      attempt_id: attempt,
    } as unknown as ClaimedDelivery)
    await deliveries.world.superuser.query('update core.deliveries set retry_at = null')
    await messaging.drain()
    expect((await deliveries.row(id)).state).toBe('sent')
    expect(transports.email.sent.filter((m) => m.outcome.kind !== 'refused')).toHaveLength(1)
  })
  test('events are silent for all: held with an alert, and a day reminder is sent once more', async ({
    ambiguous,
    heard,
    deliveries,
  }) => {
    const { messaging, transports, id, registry } = await ambiguous()
    await heard('2020-01-01', '2020-01-02')
    await messaging.reconcile()
    expect(await deliveries.row(id)).toMatchObject({ state: 'unknown', reason: 'no_events' })
    expect(await registry.getSingleMetricAsString('unknown_total')).toContain('unknown_total{channel="email"} 1')
    await deliveries.world.superuser.query(
      "update core.deliveries set kind = 'reminder.day', due_at = '2027-06-18T09:00Z', lease_until = clock_timestamp() - interval '1 hour'",
    )
    deliveries.world.clock.set(new Date('2027-06-18T09:30Z'))
    transports.email.outcomes.push({ kind: 'ambiguous', reason: 'connection reset' })
    await messaging.reconcile()
    expect(transports.email.sent).toHaveLength(2)
    for (let i = 0; i < 3; i++) {
      await deliveries.world.superuser.query(
        "update core.deliveries set lease_until = clock_timestamp() - interval '1 hour'",
      )
      await messaging.reconcile()
    }
    expect((await deliveries.row(id)).state).toBe('unknown')
    expect(transports.email.sent).toHaveLength(2)
  })
  test('a sender that ended before it called: retried immediately, and a late check finds the attempt gone', async ({
    deliveries,
  }) => {
    const { messaging, transports } = messagingFor(deliveries.world, {
      times: { ...AT_ONCE, settleMs: { email: 1e9, sms: 1e9 } },
    })
    const id = await deliveries.queue()
    const [stale] = await deliveries.claim(1)
    await deliveries.expireLease()
    await messaging.reconcile()
    expect(await deliveries.row(id)).toMatchObject({ state: 'sent', attempts: 2, doubts: 0 })
    expect(transports.email.sent).toHaveLength(1)
    expect(transports.email.sent[0]?.attempt_id).not.toBe(stale?.attempt_id)
  })
  test('a provider that gives no answer leaves everything unchanged', async ({ ambiguous, heard, deliveries }) => {
    const { messaging, transports, id } = await ambiguous()
    await heard('infinity')
    transports.email.traceOf = () => {
      throw new Error('503')
    }
    await messaging.reconcile()
    expect((await deliveries.row(id)).state).toBe('sending')
  })
})

describe('silence of events', () => {
  test('begins with the first accepted message without an event, and ends with any event', async ({
    deliveries,
    silence,
  }) => {
    for (const kind of ['reminder.week', 'reminder.day']) await deliveries.queue({ kind })
    const [first] = await deliveries.claim(1)
    await deliveries.mark(first!, { provider_id: 'ses-1' })
    expect(await silence()).toBe(true)
    await deliveries.event(first!)
    expect(await silence()).toBe(false)
    const [second] = await deliveries.claim(1)
    await deliveries.event(second!)
    await deliveries.mark(second!, { provider_id: 'ses-2' })
    expect(await silence()).toBe(false)
  })
})
