import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Claimed } from '#server/deliveries/claim.ts'
import { recordProviderEvent } from '#server/deliveries/record-event.ts'
import { deliveryRef } from '#server/deliveries/transport.ts'
import { deliveryTests } from '#tests/support/deliveries.ts'
import { linesOf, makeRoster, messagingFor } from '#tests/support/messaging.ts'

const on = deliveryTests()

describe('events of providers', () => {
  test('a state only moves forward, and repeating an event changes nothing', async () => {
    const id = await on.queue()
    const [claimed] = await on.claim(1)
    await on.mark(claimed!, { provider_id: 'ses-1' })
    const delivered = { kind: 'delivered' as const, id: randomUUID() }
    expect(await on.event(claimed!, delivered)).toMatchObject({ outcome: 'recorded' })
    expect(await on.event(claimed!, delivered)).toMatchObject({ outcome: 'repeated' })
    expect(await on.event(claimed!)).toMatchObject({ outcome: 'older' })
    expect((await on.row(id)).state).toBe('delivered')
    expect(await on.event(claimed!, { kind: 'complained' })).toMatchObject({ outcome: 'recorded' })
    expect(await on.event(claimed!, { kind: 'bounced' })).toMatchObject({ outcome: 'older' })
    expect((await on.row(id)).state).toBe('complained')
  })
  test('an event before the mark does not lose the mark', async () => {
    const id = await on.queue()
    const [claimed] = await on.claim(1)
    await on.event(claimed!, { kind: 'delivered' })
    await on.mark(claimed!, { provider_id: 'ses-1' })
    expect(await on.row(id)).toMatchObject({ state: 'delivered', provider_id: 'ses-1' })
  })
  test.each(['bounced', 'complained'] as const)('%s stops mail to that address', async (kind) => {
    const { messaging } = messagingFor(on.world)
    const id = await on.queue()
    await messaging.drain()
    const { site_id, attempt_id } = await on.row(id)
    await on.event({ site_id, leader: id, attempt_id } as Claimed, { kind, reason: 'General' })
    const { rows } = await on.world.superuser.query(
      'select email_blocked from core.people where site_id = $1 and id = $2',
      [site_id, on.roster.person.id],
    )
    expect(rows[0].email_blocked).toBe(kind)
    await on.queue({ kind: 'reminder.week', start_local_date: '2027-06-19' })
    await messaging.drain()
    expect(await linesOf(on.world, on.roster.site)).toEqual([
      `reminder.week email ${kind} General`,
      `reminder.week email skipped ${kind}`,
    ])
  })
  test('a bounce of an address that was changed since blocks nothing', async () => {
    const { messaging } = messagingFor(on.world)
    const id = await on.queue()
    await messaging.drain()
    await on.world.superuser.query("update core.people set email = 'new' || id || '@example.org' where id = $1", [
      on.roster.person.id,
    ])
    const { site_id, attempt_id } = await on.row(id)
    await on.event({ site_id, leader: id, attempt_id } as Claimed, { kind: 'bounced' })
    const { rows } = await on.world.superuser.query('select email_blocked from core.people where id = $1', [
      on.roster.person.id,
    ])
    expect(rows[0].email_blocked).toBeNull()
  })
  test('STOP stops SMS to that number, START lets it in again', async () => {
    const { rows } = await on.world.superuser.query('select phone from core.people where id = $1', [
      on.roster.person.id,
    ])
    const blocked = async () =>
      (await on.world.superuser.query('select sms_blocked from core.people where id = $1', [on.roster.person.id]))
        .rows[0].sms_blocked
    await recordProviderEvent({ pool: on.world.pool('app') }, { kind: 'stop', id: 'SM1', phone: rows[0].phone })
    expect(await blocked()).toBe(true)
    await recordProviderEvent({ pool: on.world.pool('app') }, { kind: 'start', id: 'SM2', phone: rows[0].phone })
    expect(await blocked()).toBe(false)
    await recordProviderEvent({ pool: on.world.pool('app') }, { kind: 'stop', id: 'SM1', phone: rows[0].phone })
    expect(await blocked()).toBe(false)
  })
  test('tags of nobody, of another attempt or of another site are ignored', async () => {
    const other = await makeRoster(on.world)
    const id = await on.queue()
    const [claimed] = await on.claim(1)
    expect(await on.event(claimed!, { delivery_id: 'x' })).toEqual({ outcome: 'unmatched' })
    expect(await on.event(claimed!, { attempt_id: randomUUID() })).toEqual({ outcome: 'unmatched' })
    expect(await on.event(claimed!, { delivery_id: deliveryRef(other.site.id, id) })).toEqual({ outcome: 'unmatched' })
    expect((await on.row(id)).state).toBe('sending')
  })
})
