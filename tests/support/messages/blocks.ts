import { randomUUID } from 'node:crypto'
import { type MessageEvent, recordProviderEvent } from '#server/deliveries/record-event.ts'
import { deliveryRef } from '#server/deliveries/transport.ts'
import type { Person } from '../world.ts'
import { makeRoster, type Roster } from './messaging.ts'
import { test as reminders } from './reminders.ts'

/** A person of a roster whose mail bounces, an admin of their club, and the provider's reports. */
export const test = reminders
  .extend('roster', ({ world }) => makeRoster(world, { site: { sms_enabled: false } }))
  .extend('admin', ({ world, roster }) => world.makePerson(roster.site, { role: 'admin' }))
  .extend('ask', ({ api, roster }) => async (method: string, path: string, as: Person, body?: unknown) => {
    const headers = await api.signIn(roster.site, as)
    const answer = await api.call(roster.site, { method, path, headers, ...(body !== undefined && { body }) })
    return { status: answer.status, body: answer.text ? JSON.parse(answer.text) : null }
  })
  .extend(
    'says',
    ({ world, roster }) =>
      async (kind: MessageEvent['kind'], over: Partial<MessageEvent> = {}, of: Roster = roster) => {
        const { rows } = await world.superuser.query(
          `select id::int, attempt_ids[cardinality(attempt_ids)] as attempt from core.deliveries
           where site_id = $1 and person = $2 and cardinality(attempt_ids) > 0 order by claimed_at desc, id desc limit 1`,
          [of.site.id, of.person.id],
        )
        const event = {
          kind,
          id: randomUUID(),
          delivery_id: deliveryRef(of.site.id, rows[0].id),
          at: world.clock.now(),
        }
        return recordProviderEvent({ pool: world.pool('worker') }, { ...event, attempt_id: rows[0].attempt, ...over })
      },
  )
  .extend('block', ({ ask, admin, roster }) => async (id = roster.person.id) => {
    const { body } = await ask('GET', `/people/${id}`, admin)
    return body.results.people[id].email_blocked
  })
  .extend('unconfirmed', ({ world, roster }) => async () => {
    await world.superuser.query('update identity.accounts set proved_at = null, home_site = $2 where email = $1', [
      roster.person.email,
      roster.site.id,
    ])
  })

export const GONE = { reason: 'no_mailbox', detail: 'smtp; 550 5.1.1 <b>unknown</b>' }
export const NEW = () => `new-${randomUUID()}@example.org`
