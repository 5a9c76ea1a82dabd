import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { ClaimedDelivery } from '#server/deliveries/claim.ts'
import { recordProviderEvent } from '#server/deliveries/record-event.ts'
import { deliveryRef } from '#server/deliveries/transport.ts'
import { NOW, test } from '#tests/support/messages/deliveries.ts'
import { linesOf, makeRoster, messagingFor } from '#tests/support/messages/messaging.ts'

describe('events of providers', () => {
  test('a state only moves forward, and repeating an event changes nothing', async ({ deliveries }) => {
    const id = await deliveries.queue()
    const [claimed] = await deliveries.claim(1)
    await deliveries.mark(claimed!, { provider_id: 'ses-1' })
    const delivered = { kind: 'delivered' as const, id: randomUUID() }
    expect(await deliveries.event(claimed!, delivered)).toMatchObject({ outcome: 'recorded' })
    expect(await deliveries.event(claimed!, delivered)).toMatchObject({ outcome: 'repeated' })
    expect(await deliveries.event(claimed!)).toMatchObject({ outcome: 'older' })
    expect((await deliveries.row(id)).state).toBe('delivered')
    expect(await deliveries.event(claimed!, { kind: 'complained' })).toMatchObject({ outcome: 'recorded' })
    expect(await deliveries.event(claimed!, { kind: 'bounced' })).toMatchObject({ outcome: 'older' })
    expect((await deliveries.row(id)).state).toBe('complained')
  })
  test('an event before the mark does not lose the mark', async ({ deliveries }) => {
    const id = await deliveries.queue()
    const [claimed] = await deliveries.claim(1)
    await deliveries.event(claimed!, { kind: 'delivered' })
    await deliveries.mark(claimed!, { provider_id: 'ses-1' })
    expect(await deliveries.row(id)).toMatchObject({ state: 'delivered', provider_id: 'ses-1' })
  })
  test.for(['bounced', 'complained'] as const)('%s stops mail to that address', async (kind, { deliveries }) => {
    const { messaging } = messagingFor(deliveries.world)
    const id = await deliveries.queue()
    await messaging.drain()
    const { site_id, attempt_id } = await deliveries.row(id)
    await deliveries.event({ site_id, leader: id, attempt_id } as ClaimedDelivery, { kind, reason: 'General' })
    const { rows } = await deliveries.world.superuser.query(
      'select email_blocked from core.people where site_id = $1 and id = $2',
      [site_id, deliveries.roster.person.id],
    )
    expect(rows[0].email_blocked).toBe(kind)
    await deliveries.queue({ kind: 'reminder.week', start_local_date: '2027-06-19' })
    await messaging.drain()
    expect(await linesOf(deliveries.world, deliveries.roster.site)).toEqual([
      `reminder.week email ${kind} General`,
      `reminder.week email skipped ${kind}`,
    ])
  })
  test('a bounce of an address that was changed since blocks nothing', async ({ deliveries }) => {
    const { messaging } = messagingFor(deliveries.world)
    const id = await deliveries.queue()
    await messaging.drain()
    await deliveries.world.superuser.query(
      "update core.people set email = 'new' || id || '@example.org' where id = $1",
      [deliveries.roster.person.id],
    )
    const { site_id, attempt_id } = await deliveries.row(id)
    await deliveries.event({ site_id, leader: id, attempt_id } as ClaimedDelivery, { kind: 'bounced' })
    const { rows } = await deliveries.world.superuser.query('select email_blocked from core.people where id = $1', [
      deliveries.roster.person.id,
    ])
    expect(rows[0].email_blocked).toBeNull()
  })
  test('STOP stops SMS to that number, START allows it again', async ({ deliveries }) => {
    const { rows } = await deliveries.world.superuser.query('select phone from core.people where id = $1', [
      deliveries.roster.person.id,
    ])
    const blocked = async () =>
      (
        await deliveries.world.superuser.query('select sms_blocked from core.people where id = $1', [
          deliveries.roster.person.id,
        ])
      ).rows[0].sms_blocked
    const answer = (kind: 'stop' | 'start', id: string) =>
      recordProviderEvent({ pool: deliveries.world.pool('app') }, { kind, id, phone: rows[0].phone, at: NOW })
    await answer('stop', 'SM1')
    expect(await blocked()).toBe(true)
    await answer('start', 'SM2')
    expect(await blocked()).toBe(false)
    await answer('stop', 'SM1')
    expect(await blocked()).toBe(false)
  })
  test('unknown tags, and tags of another attempt or another site, are ignored', async ({ deliveries }) => {
    const other = await makeRoster(deliveries.world)
    const id = await deliveries.queue()
    const [claimed] = await deliveries.claim(1)
    expect(await deliveries.event(claimed!, { delivery_id: 'x' })).toEqual({ outcome: 'unmatched' })
    expect(await deliveries.event(claimed!, { attempt_id: randomUUID() })).toEqual({ outcome: 'unmatched' })
    expect(await deliveries.event(claimed!, { delivery_id: deliveryRef(other.site.id, id) })).toEqual({
      outcome: 'unmatched',
    })
    expect((await deliveries.row(id)).state).toBe('sending')
  })
})
