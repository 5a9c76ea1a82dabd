import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { mintSecret } from '#server/engine/access/secrets.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { publishEvent } from '#server/publishing/commands.ts'
import { test as base } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { adminActor } from '#tests/support/world.ts'

/** The shifts of a moved event, by every call that moves one. The clocks go back in London on 31 October 2027. */
const NOW = new Date('2027-10-01T11:00:00Z')
const SATURDAY = { start: '2027-10-30T09:00:00.000Z', end: '2027-10-30T15:00:00.000Z' }
const SUNDAY = { start: '2027-10-31T10:00:00.000Z', end: '2027-10-31T16:00:00.000Z' }

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('ann', ({ world, site }) => world.makePerson(site, { name: 'Ann' }))
  .extend('event', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...SATURDAY })).id)
  .extend(
    'addShift',
    ({ world, site, event }) =>
      async (more: Record<string, unknown> = {}) =>
        (await world.insert(site, 'shifts', { event, ...SATURDAY, ...more })).id,
  )
  .extend('headers', ({ api, site, admin }) => api.signIn(site, admin))
  .extend(
    'call',
    ({ callApi, headers }) =>
      (method: string, path: string, body?: unknown) =>
        callApi(method, path, headers, body),
  )
  .extend('timesOf', ({ world }) => async (shift: number) => {
    const { rows } = await world.superuser.query(
      'select start, "end", modified_start, modified_end from core.shifts where id = $1',
      [shift],
    )
    return Object.values(rows[0]).map((at) => (at as Date | null)?.toISOString() ?? null)
  })
  .extend('mover', ({ event, call, world }) => {
    const version = async () => {
      const { rows } = await world.superuser.query(
        `select to_json(updated_at) #>> '{}' as version from core.events where id = $1`,
        [event],
      )
      return rows[0].version
    }
    const of = { id: event, ...SUNDAY }
    return {
      'PUT events': (shifts?: string) => call('PUT', '/events', [{ ...of, shifts }]),
      'PUT events/{id}': (shifts?: string) => call('PUT', `/events/${event}`, { ...SUNDAY, shifts }),
      'POST events/bulk': (shifts?: string) =>
        call('POST', '/events/bulk', { ids: [event], changes: { ...SUNDAY, shifts } }),
      'PUT events/{id}/roster': async (shifts?: string) =>
        call('PUT', `/events/${event}/roster`, {
          publish: false,
          event: { version: await version(), fields: { start: '2027-10-31T10:00', end: '2027-10-31T16:00' }, shifts },
          added: [],
          changed: [],
          removed: [],
        }),
    }
  })

const WAYS = ['PUT events', 'PUT events/{id}', 'POST events/bulk', 'PUT events/{id}/roster'] as const

test.for(WAYS)(
  '%s moves the shifts with their event where it says so, at their times on the wall clock',
  async (way, { mover, addShift, timesOf, ann }) => {
    const early = await addShift({ person: ann.id, start: '2027-10-30T08:00Z', end: '2027-10-30T09:30Z' })
    const agreed = await addShift({ person: ann.id, modified_start: '2027-10-30T10:00Z', modified_end: null })
    const begun = await addShift({ actual_start: '2027-10-30T09:00Z' })
    expect((await mover[way]('move')).status).toBe(200)
    expect(await timesOf(early)).toEqual(['2027-10-31T09:00:00.000Z', '2027-10-31T10:30:00.000Z', null, null])
    expect(await timesOf(agreed)).toEqual([SUNDAY.start, SUNDAY.end, '2027-10-31T11:00:00.000Z', null])
    expect(await timesOf(begun), 'a shift stays where it was worked').toEqual([
      SATURDAY.start,
      SATURDAY.end,
      null,
      null,
    ])
  },
)

test.for(WAYS)(
  '%s keeps the times of the shifts unless it says otherwise',
  async (way, { mover, addShift, timesOf }) => {
    const [first, second] = [await addShift(), await addShift()]
    expect((await mover[way]()).status).toBe(200)
    for (const shift of [first, second])
      expect(await timesOf(shift)).toEqual([SATURDAY.start, SATURDAY.end, null, null])
    expect((await mover[way]('keep')).status).toBe(200)
  },
)

test.for(WAYS)(
  '%s refuses any other word, and changes nothing',
  async (way, { mover, addShift, timesOf, call, event }) => {
    const shift = await addShift()
    const { status } = await mover[way]('drag')
    expect(status).toBe(400)
    expect(await timesOf(shift)).toEqual([SATURDAY.start, SATURDAY.end, null, null])
    expect((await call('GET', `/events/${event}`)).body.results.events[event].start).toBe(SATURDAY.start)
  },
)

test('an answer gives the number of shifts outside, and each of them says so', async ({
  mover,
  addShift,
  call,
  event,
}) => {
  const [first] = [await addShift(), await addShift()]
  const within = await addShift(SUNDAY)
  const kept = await mover['PUT events']()
  expect(kept.body.results.events[event].outside).toBe(2)
  expect((await mover['PUT events/{id}/roster']()).body).toMatchObject({ saved: true, outside: 2 })
  const { results } = (await call('GET', `/shifts?event=${event}`)).body
  expect([results.shifts[first].outside, results.shifts[within].outside]).toEqual([true, false])
  const { body } = await call('GET', '/shifts?outside=true')
  expect(body.count).toBe(2)
})

test('a change of several events answers how many of their shifts are outside', async ({
  addShift,
  call,
  event,
  site,
  world,
}) => {
  const other = (await world.insert(site, 'events', { name: 'Supper', ...SATURDAY })).id
  await Promise.all([addShift(), addShift(), addShift({ event: other })])
  const all = { ids: [event, other] }
  const move = (changes: object) => call('POST', '/events/bulk', { ...all, changes })
  expect((await move(SUNDAY)).body).toMatchObject({ count: 2, changed: 2, outside: 3 })
  expect((await move({ color: '#123456' })).body).toMatchObject({ count: 2, outside: 3 })
  expect((await move({ ...SATURDAY, shifts: 'move' })).body.outside, 'moved further, by as much').toBe(3)
  expect((await call('POST', '/events/bulk', { ids: [event], changes: { archived: true } })).body.outside).toBe(2)
  const { paths, components } = (await call('GET', '/openapi.json')).body
  const answer = paths['/events/bulk'].post.responses['200'].content['application/json'].schema
  expect(JSON.stringify(components.schemas[answer.$ref.split('/').at(-1)])).toContain('"outside"')
})

test.for([
  ['half an hour before it', 'event', '08:30', '09:30', false],
  ['longer before it', 'event', '08:29', '09:30', true],
  ['half an hour after it', 'event', '14:00', '15:30', false],
  ['longer after it', 'event', '14:00', '15:31', true],
  ['later that day, of an event without length', 'instant', '09:00', '22:00', false],
] as const)('a shift is outside its event or not: %s', async ([, of, from, until, outside], { call, world, site }) => {
  const { id } = await world.insert(site, 'events', {
    name: 'Edge',
    start: SATURDAY.start,
    end: of === 'instant' ? SATURDAY.start : SATURDAY.end,
  })
  await world.insert(site, 'shifts', { event: id, start: `2027-10-30T${from}Z`, end: `2027-10-30T${until}Z` })
  expect((await call('GET', `/events/${id}`)).body.results.events[id].outside).toBe(outside ? 1 : 0)
})

test('a save moves all shifts but those that it changes, adds or removes itself', async ({
  addShift,
  call,
  event,
  timesOf,
  world,
}) => {
  const [kept, changed, removed] = [await addShift(), await addShift(), await addShift()]
  const { rows } = await world.superuser.query(
    `select id::int, to_json(updated_at) #>> '{}' as version from core.shifts where event = $1
     union all select 0, to_json(updated_at) #>> '{}' from core.events where id = $1`,
    [event],
  )
  const versionOf = (id: number) => rows.find((row) => row.id === id).version
  const empty = { person: null, assignment: null, role: null, location: null, notes: '' }
  const { status, body } = await call('PUT', `/events/${event}/roster`, {
    publish: false,
    event: {
      version: versionOf(0),
      fields: { start: '2027-10-31T10:00', end: '2027-10-31T16:00' },
      shifts: 'move',
    },
    added: [{ key: 'a', fields: { ...empty, start: '2027-10-31T12:00', end: '2027-10-31T13:00' } }],
    changed: [{ id: changed, version: versionOf(changed), fields: { start: '2027-10-31T11:00' } }],
    removed: [{ id: removed, version: versionOf(removed) }],
  })
  expect([status, body.outside]).toEqual([200, 0])
  expect(await timesOf(kept)).toEqual([SUNDAY.start, SUNDAY.end, null, null])
  expect(await timesOf(changed)).toEqual(['2027-10-31T11:00:00.000Z', SUNDAY.end, null, null])
  const { results } = (await call('GET', `/shifts?event=${event}`)).body
  const starts = Object.values(results.shifts as Record<string, { start: string }>).map(({ start }) => start)
  expect(starts.sort()).toEqual([SUNDAY.start, '2027-10-31T11:00:00.000Z', '2027-10-31T12:00:00.000Z'])
})

test('people are notified of a move by the list or the roster after its undo window, and not at all once it is undone', async ({
  mover,
  addShift,
  ann,
  world,
  site,
  admin,
  event,
  call,
  timesOf,
}) => {
  const shift = await addShift({ person: ann.id, modified_start: '2027-10-30T10:00Z' })
  const { messaging, transports } = messagingFor(world)
  const sentAfter = async (ms: number) => {
    const before = transports.email.sent.length
    world.clock.set(new Date(world.clock.now().getTime() + ms))
    await messaging.drain()
    return transports.email.sent.slice(before).map(({ kind, text }) => `${kind} ${text}`)
  }
  await world.act(site, adminActor(admin), (ctx) => publishEvent(ctx, event))
  expect(await sentAfter(60_000)).toHaveLength(1)
  const bulk = { ids: [event], changes: { ...SUNDAY, shifts: 'move' } }
  const { body: shown } = await call('POST', '/events/bulk', { ...bulk, preview: true })
  expect(shown.notifies).toEqual({ people: 1, names: ['Ann'] })
  const before = await timesOf(shift)
  for (const way of ['POST events/bulk', 'PUT events/{id}/roster'] as const) {
    const { body } = await mover[way]('move')
    const token = (body.moved?.undo ?? body.undo).token
    expect(await timesOf(shift)).not.toEqual(before)
    expect(await sentAfter(UNDO_WINDOW_MS - 2_000), way).toEqual([])
    expect((await call('POST', '/events/undo', { token })).body.results).toEqual({ events: 1, shifts: 1 })
    expect(await timesOf(shift), way).toEqual(before)
    expect((await call('GET', `/events/${event}`)).body.results.events[event]).toMatchObject(SATURDAY)
    expect(await sentAfter(60_000), way).toEqual([])
  }
  expect((await mover['PUT events/{id}/roster']('move')).body.moved.shifts).toBe(1)
  expect(await sentAfter(UNDO_WINDOW_MS + 1_000)).toEqual([
    'shift.changed 2027-10-31T11:00:00.000Z was 2027-10-30T10:00:00.000Z',
  ])
})

test('people on a shift with a place of its own hear nothing when its event gets another place', async ({
  addShift,
  admin,
  ann,
  call,
  callApi,
  api,
  event,
  site,
  world,
}) => {
  const bob = await world.makePerson(site, { name: 'Bob', role: 'admin' })
  const jetty = (await world.insert(site, 'locations', { name: 'Jetty' })).id
  const slip = (await world.insert(site, 'locations', { name: 'Slip' })).id
  const published = { draft: NOW, assigned_at: NOW }
  const own = await addShift({ location: slip, ...published })
  const shared = await addShift(published)
  const put = (shift: number, person: number, headers: Awaited<ReturnType<typeof api.signIn>>) =>
    callApi('PUT', '/roster/people', headers, { steps: [{ shift, person, was: null }] })
  const { messaging, transports } = messagingFor(world)
  expect((await put(own, bob.id, await api.signIn(site, bob))).status).toBe(200)
  expect((await put(shared, ann.id, await api.signIn(site, admin))).status).toBe(200)
  expect((await call('PUT', `/events/${event}`, { location: jetty })).status).toBe(200)
  world.clock.set(new Date(NOW.getTime() + 2 * UNDO_WINDOW_MS))
  await messaging.drain()
  expect(transports.email.sent.map(({ kind, to }) => `${kind} ${to}`)).toEqual([`shift.assigned ${ann.email}`])
})

test('a move is not undone if a shift has changed since, and says so', async ({ mover, addShift, call, timesOf }) => {
  const shift = await addShift()
  const { body } = await mover['POST events/bulk']('move')
  await call('PUT', `/shifts/${shift}`, { start: '2027-10-31T11:00:00Z' })
  const undone = await call('POST', '/events/undo', { token: body.undo.token })
  expect([undone.status, undone.body.detail]).toEqual([409, 'This cannot be undone: a shift of it was changed since.'])
  expect((await timesOf(shift))[0]).toBe('2027-10-31T11:00:00.000Z')
})

test('a key that may not write shifts does not move them with an event', async ({
  callApi,
  site,
  world,
  event,
  addShift,
  timesOf,
}) => {
  const shift = await addShift()
  const secret = mintSecret('wb', site.id)
  await world.insert(site, 'apikeys', {
    name: 'Program',
    scope: 'write',
    scopes: ['events:read', 'events:write'],
    prefix: secret.slice(0, 9),
    key_hash: hashSecret(secret),
  })
  const headers = { authorization: `Bearer ${secret}` }
  expect((await callApi('PUT', `/events/${event}`, headers, { ...SUNDAY, shifts: 'move' })).status).toBe(403)
  expect(await timesOf(shift)).toEqual([SATURDAY.start, SATURDAY.end, null, null])
  expect((await callApi('PUT', `/events/${event}`, headers, SUNDAY)).status).toBe(200)
})
