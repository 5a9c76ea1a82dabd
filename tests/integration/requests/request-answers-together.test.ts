import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { usualClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { createProductCollections } from '#server/registry.ts'
import { declineRequests, reopenRequest, reopenRequests } from '#server/requests/answer/commands.ts'
import { getRequest, listWaitingIds, listWaitingRequests } from '#server/requests/answer/queries.ts'
import { assignTogether, previewTogether, undoTogether } from '#server/requests/answer/together.ts'
import { test as base } from '#tests/support/fixture.ts'
import { messagingFor, settle } from '#tests/support/messages/messaging.ts'
import { adminActor, memberActor, type World } from '#tests/support/world.ts'

const engine = createProductCollections()
const NOW = new Date('2027-06-01T11:00:00Z')
const MONTHS = ['07', '08', '09']

/** A series of three races with an open shift each, all requested by Ann, and one other event that she requested. */
const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('admin', ({ world, site }) => world.makePerson(site, { name: 'Ada', role: 'admin' }))
  .extend('ann', ({ world, site }) => world.makePerson(site, { name: 'Ann' }))
  .extend('races', async ({ world, site, ann }) => {
    const series = (await world.insert(site, 'series', { name: 'Winter Series' })).id
    const races = []
    for (const month of MONTHS) {
      const [start, end] = [`2027-${month}-10T08:00Z`, `2027-${month}-10T16:00Z`]
      const event = (await world.insert(site, 'events', { name: `Race ${month}`, series, start, end })).id
      const shift = (await world.insert(site, 'shifts', { event, start, end })).id
      races.push({ event, shift, request: (await world.insert(site, 'requests', { event, person: ann.id })).id })
    }
    return races
  })
  .extend(
    'act',
    ({ world, site, admin }) =>
      <T>(work: (ctx: Parameters<Parameters<World['act']>[2]>[0]) => Promise<T>) =>
        world.act(site, adminActor(admin), work),
  )
  .extend(
    'waiting',
    ({ world, site }) =>
      () =>
        world.withSite(site.id, (db) => listWaitingRequests(db, { now: NOW })),
  )
  .extend('states', ({ world, site }) => async () => {
    await settle(world)
    const { rows } = await world.superuser.query(
      'select kind, state from core.deliveries where site_id = $1 order by id',
      [site.id],
    )
    return rows.map(({ kind, state }) => `${kind} ${state}`)
  })

const requestsOf = (races: readonly { request: number }[]) => races.map(({ request }) => request)

test('the list groups the requests of one person for one series; each other request is a separate entry, last without an open shift', async ({
  world,
  site,
  ann,
  races,
  waiting,
}) => {
  const bob = await world.makePerson(site, { name: 'Bob' })
  const event = await world.insert(site, 'events', {
    name: 'Other',
    start: '2027-07-01T08:00Z',
    end: '2027-07-01T16:00Z',
  })
  const other = (await world.insert(site, 'requests', { event: event.id, person: ann.id })).id
  const single = (await world.insert(site, 'requests', { event: races[1]!.event, person: bob.id })).id
  const { count, rows } = await waiting()
  expect([count, rows.map(({ person_name, series_name, requests }) => [person_name, series_name, requests])]).toEqual([
    3,
    [
      ['Ann', 'Winter Series', requestsOf(races)],
      ['Bob', 'Winter Series', [single]],
      ['Ann', '', [other]],
    ],
  ])
  expect(rows[0]?.open).toBe(3)
  const second = await world.withSite(site.id, (db) => listWaitingRequests(db, { now: NOW, limit: 1, offset: 1 }))
  expect([second.count, second.rows[0]?.requests]).toEqual([3, [single]])
  expect(await world.withSite(site.id, (db) => listWaitingIds(db, { now: NOW, limit: 2 }))).toEqual({
    count: 5,
    ids: [other, races[0]!.request],
  })
  // Specification 2.5: the dashboard has a row for each request.
  const each = await world.withSite(site.id, (db) => listWaitingRequests(db, { now: NOW, limit: 20, each: true }))
  expect([each.count, ...each.rows.map(({ requests }) => requests)]).toEqual([
    5,
    [other],
    ...races.map(({ request }) => [request]).toSpliced(2, 0, [single]),
  ])
})

test('a request of a series comes with its waiting dates, each with its open shifts', async ({
  world,
  site,
  races,
  act,
}) => {
  const detail = () =>
    world.withSite(site.id, (db) =>
      getRequest(db, { request: races[1]!.request, clock: usualClock(site.timezone, NOW) }),
    )
  expect((await detail()).dates.map(({ request, places }) => [request.id, places.map(({ shift }) => shift)])).toEqual(
    races.map(({ request, shift }) => [request, [shift]]),
  )
  await act((ctx) => declineRequests(ctx, [races[0]!.request]))
  expect((await detail()).dates.map(({ request }) => request.id)).toEqual(requestsOf(races.slice(1)))
  await act((ctx) => declineRequests(ctx, [races[2]!.request]))
  expect((await detail()).dates).toEqual([])
})

test('shifts of a series are assigned together, the rest stays pending, and undone together they notify no one', async ({
  world,
  races,
  act,
  waiting,
  states,
  ann,
}) => {
  const shifts = races.slice(0, 2).map(({ request, shift }) => ({ request, shift }))
  const input = { shifts, publish: true }
  expect(await act((ctx) => previewTogether(ctx, engine, { do: 'assign', ...input }))).toEqual({
    notifies: { people: 1, names: ['Ann'] },
    recipients: [{ name: 'Ann', channels: ['email'] }],
  })
  expect(await states()).toEqual([])
  const { messaging, transports } = messagingFor(world)
  const mails = () => transports.email.sent.filter(({ to }) => to === ann.email).length
  const { assigned, notifies } = await act((ctx) => assignTogether(ctx, engine, input))
  expect([assigned, notifies.people]).toMatchObject([shifts.map((row) => ({ ...row, published: true })), 1])
  expect((await waiting()).rows.map(({ requests }) => requests)).toEqual([[races[2]!.request]])
  await act((ctx) => undoTogether(ctx, engine, { assigned }))
  expect((await waiting()).rows.map(({ requests }) => requests)).toEqual([requestsOf(races)])
  world.clock.set(new Date(NOW.getTime() + 2 * UNDO_WINDOW_MS))
  await messaging.drain()
  expect(mails()).toBe(0)
  world.clock.set(NOW)
  await act((ctx) => assignTogether(ctx, engine, input))
  world.clock.set(new Date(NOW.getTime() + 2 * UNDO_WINDOW_MS))
  await messaging.drain()
  expect(mails()).toBe(1)
  const [mail] = transports.email.sent.filter(({ to }) => to === ann.email)
  expect(mail?.subject).toBe('shift.assigned Race 07, Race 08')
  await messaging.stop()
  world.clock.set(NOW)
})

test('when one of the shifts is taken, none is assigned', async ({ races, act, admin, waiting, world }) => {
  await world.superuser.query('update core.shifts set person = $1 where id = $2', [admin.id, races[1]!.shift])
  const shifts = races.map(({ request, shift }) => ({ request, shift }))
  await expect(act((ctx) => assignTogether(ctx, engine, { shifts }))).rejects.toMatchObject({ code: 'conflict' })
  expect((await waiting()).rows.map(({ requests }) => requests)).toEqual([requestsOf(races)])
})

test('a series is declined together by one message that names its events, and reopened together', async ({
  world,
  site,
  races,
  act,
  waiting,
  states,
  ann,
}) => {
  const requests = requestsOf(races)
  await act((ctx) => declineRequests(ctx, requests, 'All shifts are taken.'))
  await act((ctx) => declineRequests(ctx, requests, 'Again'))
  expect([await states(), (await waiting()).count]).toEqual([['request.declined queued'], 0])
  const { rows } = await world.superuser.query('select facts from core.deliveries where site_id = $1', [site.id])
  expect(rows[0].facts).toMatchObject({
    title: 'About your requests for 3 events',
    paragraphs: expect.arrayContaining(['All shifts are taken.']),
    shifts: expect.arrayContaining([
      expect.objectContaining({ event_name: 'Race 08', start: expect.stringMatching(/^2027-08-10T/) }),
    ]),
  })
  await act((ctx) => reopenRequests(ctx, requests))
  expect([await states(), (await waiting()).count]).toEqual([['request.declined cancelled'], 1])
  await act((ctx) => declineRequests(ctx, requests))
  await expect(act((ctx) => reopenRequest(ctx, requests[0]!))).resolves.toBeUndefined()
  await expect(world.act(site, memberActor(ann), (ctx) => declineRequests(ctx, requests))).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('reopening one of several requests declined together removes only that one from the message', async ({
  world,
  site,
  races,
  act,
}) => {
  const requests = requestsOf(races)
  const queued = async () =>
    (
      await world.superuser.query(
        "select facts, due_at from core.deliveries where site_id = $1 and state = 'queued' order by id",
        [site.id],
      )
    ).rows
  await act((ctx) => declineRequests(ctx, requests, 'All taken.'))
  const [{ due_at }] = await queued()
  await act((ctx) => reopenRequest(ctx, requests[0]!))
  const afterFirst = await queued()
  expect(afterFirst).toHaveLength(1)
  expect(afterFirst[0]).toMatchObject({ due_at, facts: { title: 'About your requests for 2 events' } })
  expect(JSON.stringify(afterFirst[0].facts)).not.toContain('Race 07')
  expect(JSON.stringify(afterFirst[0].facts)).toContain('All taken.')
  await act((ctx) => reopenRequest(ctx, requests[2]!))
  const afterThird = await queued()
  expect(afterThird).toHaveLength(1)
  expect(afterThird[0].facts.title).toBe('About your request for Race 08')
  await act((ctx) => reopenRequest(ctx, requests[1]!))
  expect(await queued()).toEqual([])
})

test('requests of two people are not declined by one answer', async ({ world, site, races, act, waiting }) => {
  const bob = await world.makePerson(site, { name: 'Bob' })
  const his = (await world.insert(site, 'requests', { event: races[0]!.event, person: bob.id })).id
  await expect(act((ctx) => declineRequests(ctx, [races[0]!.request, his]))).rejects.toMatchObject({ code: 'conflict' })
  expect((await waiting()).count).toBe(2)
})
