import { listAnsweredRequests, listWaitingRequests } from '#server/requests/answer/queries.ts'
import { test as base } from './fixture.ts'
import { settle } from './messages/messaging.ts'
import { adminActor, type World } from './world.ts'

export const NOW = new Date('2027-06-01T11:00:00Z')

export const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('admin', ({ world, site }) => world.makePerson(site, { name: 'Ada', role: 'admin' }))
  .extend('ann', { auto: true }, ({ world, site }) => world.makePerson(site, { name: 'Ann' }))
  .extend(
    'event',
    async ({ world, site }) =>
      (await world.insert(site, 'events', { name: 'Race 4', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' })).id,
  )
  .extend(
    'request',
    { auto: true },
    async ({ world, site, event, ann }) =>
      (await world.insert(site, 'requests', { event, person: ann.id, comments: 'Any' })).id,
  )
  .extend(
    'act',
    ({ world, site, admin }) =>
      <T>(work: (ctx: Parameters<Parameters<World['act']>[2]>[0]) => Promise<T>) =>
        world.act(site, adminActor(admin), work),
  )
  .extend(
    'shift',
    ({ world, site, event }) =>
      async (over: Record<string, unknown> = {}) =>
        (await world.insert(site, 'shifts', { event, start: '2027-07-10T08:00Z', end: '2027-07-10T15:00Z', ...over }))
          .id,
  )
  .extend(
    'waiting',
    ({ world, site }) =>
      () =>
        world.withSite(site.id, (db) => listWaitingRequests(db, { now: NOW })),
  )
  .extend(
    'answered',
    ({ world, site }) =>
      () =>
        world.withSite(site.id, (db) => listAnsweredRequests(db, { now: NOW })),
  )
  .extend('kinds', ({ world, site, ann }) => async () => {
    await settle(world)
    const { rows } = await world.superuser.query(
      'select kind, state from core.deliveries where site_id = $1 and person = $2 order by id',
      [site.id, ann.id],
    )
    return rows.map(({ kind, state }) => `${kind} ${state}`)
  })
