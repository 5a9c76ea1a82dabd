import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { decideEvent } from '#server/events/decide/commands.ts'
import { test as base } from './fixture.ts'
import { messagingFor, type SentMessage } from './messages/messaging.ts'
import { adminActor, memberActor, type Person } from './world.ts'

export const NOW = new Date('2027-07-05T11:00:00Z')
export const LATER = new Date(NOW.getTime() + 2 * UNDO_WINDOW_MS)
export const START = '2027-07-10T08:00:00.000Z'
export const END = '2027-07-10T16:00:00.000Z'
export const DECIDE_AT = '2027-07-09T17:00:00.000Z'

/** A club that decides about a race on 10 July 2027: Ann and Cat are on it, Ben has signed up. */
export const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London', sms_enabled: true, self_assign: true }))
  .extend('admin', ({ world, site }) => world.makePerson(site, { role: 'admin', name: 'Siobhan' }))
  .extend('ann', ({ world, site }) =>
    world.makePerson(site, { name: 'Ann', phone: '+447700900124', sms_verified: true, sms_notifications: true }),
  )
  .extend('ben', ({ world, site }) => world.makePerson(site, { name: 'Ben' }))
  .extend('cat', ({ world, site }) => world.makePerson(site, { name: 'Cat', email_notifications: false }))
  .extend('event', async ({ world, site }) => {
    const says = { minimum: 4, decide_at: DECIDE_AT }
    return (await world.insert(site, 'events', { name: 'Race', start: START, end: END, ...says })).id
  })
  .extend('roster', async ({ world, site, event, ann, ben, cat }) => {
    const shift = async (person: number | null) => {
      const known = { draft: '2027-07-04T09:00Z', assigned_at: '2027-07-04T09:00Z' }
      return (await world.insert(site, 'shifts', { event, person, start: START, end: END, ...known })).id
    }
    const shifts = { ann: await shift(ann.id), cat: await shift(cat.id), open: await shift(null) }
    await world.insert(site, 'requests', { event, person: ben.id })
    return shifts
  })
  .extend(
    'decide',
    ({ world, site, admin, event }) =>
      (decision: 'go' | 'off' | null, words?: string, by: Person = admin) =>
        world.act(site, adminActor(by), (ctx) => decideEvent(ctx, event, { decision, ...(words && { words }) })),
  )
  .extend(
    'asMember',
    ({ world, site, ben }) =>
      <T>(work: (ctx: Ctx) => Promise<T>) =>
        world.act(site, memberActor(ben), work),
  )
  .extend('tick', ({ world, site }) => async (at: Date) => {
    world.clock.set(at)
    const { messaging, transports } = messagingFor(world)
    await messaging.plan()
    await messaging.stop()
    const ofSite = (sent: readonly SentMessage[]) => ({ sent: sent.filter((one) => one.site === site.id) })
    return { email: ofSite(transports.email.sent), sms: ofSite(transports.sms.sent) }
  })

export const ofEvent = ({ email }: { email: { sent: readonly SentMessage[] } }) =>
  email.sent.map(({ kind }) => kind).filter((kind) => kind.startsWith('event.'))

export const minutesLater = (minutes: number) => new Date(LATER.getTime() + minutes * 60_000)
