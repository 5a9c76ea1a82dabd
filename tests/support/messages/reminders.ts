import type { Site } from '#server/engine/tenancy/site.ts'
import { worldTest } from '../fixture.ts'
import { adminActor } from '../world.ts'
import { linesOf, makeRoster, messagingFor, type Roster } from './messaging.ts'

/** A shift on Saturday 19 June 2027 at 10:00 in London (BST), and when its reminders are due. */
export const START = '2027-06-19T09:00:00.000Z'
export const WEEK = '2027-06-12T09:00:00.000Z'
export const DAY = '2027-06-18T09:00:00.000Z'

export const test = worldTest
  .extend('messages', async ({ world }) => {
    await world.superuser.query("delete from platform.settings where name = 'reminders_planned'")
    await world.superuser.query('delete from core.deliveries')
    await world.superuser.query('delete from core.shifts')
    return messagingFor(world)
  })
  .extend('reminders', { auto: true }, ({ world, messages }) => {
    const at = (iso: string, minutes = 0) => world.clock.set(new Date(Date.parse(iso) + minutes * 60_000))
    return {
      world,
      messages,
      at,
      tick: async (iso: string, minutes = 0) => {
        at(iso, minutes)
        await messages.messaging.plan()
      },
      queueOnly: async (iso: string) => {
        const idle = messagingFor(world, { batch: 0 })
        at(iso)
        await idle.messaging.plan()
      },
      byEmail: () => makeRoster(world, { site: { sms_enabled: false } }),
      admin: async (roster: Roster) => adminActor(await world.makePerson(roster.site, { role: 'admin' })),
      lines: (site: Site) => linesOf(world, site),
      sent: () => messages.transports.email.sent,
      kinds: () => messages.transports.email.sent.map((message) => message.kind),
    }
  })
