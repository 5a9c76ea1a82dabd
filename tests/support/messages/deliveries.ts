import { randomUUID } from 'node:crypto'
import { type ClaimedDelivery, claimDeliveries } from '#server/deliveries/claim.ts'
import { markDeliveries } from '#server/deliveries/mark.ts'
import { type MessageEvent, recordProviderEvent } from '#server/deliveries/record-event.ts'
import { deliveryRef } from '#server/deliveries/transport.ts'
import { worldTest } from '../fixture.ts'
import { FAST, makeRoster, makeShift } from './messaging.ts'

export const NOW = new Date('2027-06-12T09:00:30Z')
export const LEASE = 60_000
/** No wait before a message is sent, or sent again. */
export const AT_ONCE = { settleMs: { email: 0, sms: 0 }, resendMs: 0 }

export const test = worldTest
  .extend('roster', async ({ world }) => {
    const tables = ['core.deliveries', 'platform.provider_health', 'platform.provider_budget', 'platform.settings']
    for (const table of tables) await world.superuser.query(`delete from ${table}`)
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    world.clock.set(NOW)
    return roster
  })
  .extend('deliveries', { auto: true }, ({ world, roster }) => ({
    world,
    roster,
    /** Queues a reminder that is due now, for a new shift. @returns the id of the delivery. */
    queue: async (over: Record<string, unknown> = {}, at = roster) => {
      const shift = await makeShift(world, at, '2027-06-19T09:00Z')
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
    },
    claim: async (wanted = 20, over: Partial<Parameters<typeof claimDeliveries>[1]> = {}) =>
      (
        await claimDeliveries(world.pool('worker'), {
          channel: 'email',
          wanted,
          now: NOW,
          rate: FAST,
          leaseMs: LEASE,
          ...over,
        })
      ).rows,
    row: async (id: number) =>
      (await world.superuser.query('select * from core.deliveries where id = $1', [id])).rows[0],
    mark: (claimed: ClaimedDelivery, over: object) =>
      markDeliveries(
        world.pool('worker'),
        [{ site_id: claimed.site_id, id: claimed.id, attempt: claimed.attempt_id, state: 'sent', ...over }],
        NOW,
      ),
    event: (claimed: ClaimedDelivery, over: Partial<MessageEvent> = {}) =>
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
      ),
    expireLease: () =>
      world.superuser.query(
        "update core.deliveries set lease_until = clock_timestamp() - interval '1 second' where state = 'sending'",
      ),
  }))
