import { expect } from 'vitest'
import { held as heldFor, listFullAssignments } from '#server/waiting/own.ts'
import { getWaiting, listEventWaiting } from '#server/waiting/queries.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { test as base, hours, NOW } from '#tests/support/waiting-list.ts'
import { adminActor, memberActor, type Person } from '#tests/support/world.ts'

const SPAN = { start: '2027-07-03T09:00:00Z', end: '2027-07-03T12:00:00Z' }

const test = base
  .extend('place', ({ world, site, event }) => async (person: Person, assignment: number, of = event) => {
    const row = { event: of, assignment, person: person.id, looked_at: NOW, created_at: NOW }
    return (await world.insert(site, 'waiting', row)).id
  })
  .extend('galley', async ({ world, site }) => (await world.insert(site, 'assignments', { name: 'Galley' })).id)
  .extend('gala', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Gala', ...SPAN })).id)
  .extend(
    'held',
    ({ world, site }) =>
      async (who: Person, now = NOW) =>
        (await world.withSite(site.id, (db) => heldFor({ person: who.id, now }).execute(db))).rows.map(
          ({ assignment }) => assignment,
        ),
  )

test('each list of an event, and of each event, counts its own places', async ({
  world,
  site,
  admin,
  event,
  galley,
  gala,
  helm,
  waiters: [priya, tomasz],
  call,
  place,
}) => {
  await place(tomasz, galley)
  await place(priya, galley)
  await place(priya, helm, gala)
  const { body } = await call(tomasz, 'GET', '/waiting')
  expect(body.order.map((id: number) => body.results.waiting[id].position)).toEqual([2, 1])
  const places = await world.act(site, adminActor(admin), (ctx) => listEventWaiting(ctx, event))
  expect(places.map(({ assignment, position }) => [assignment, position])).toEqual([
    ...[1, 2, 3].map((position) => [helm, position]),
    ...[1, 2].map((position) => [galley, position]),
  ])
  const listed = async (query: string) => (await call(admin, 'GET', `/waiting${query}`)).body
  expect([(await listed('')).count, (await listed(`?event=${event}`)).count]).toEqual([6, 5])
  expect((await listed(`?event=${gala}`)).order).toHaveLength(1)
})

test('a member reads their own place and no other; an admin reads any', async ({
  world,
  site,
  waiters: [priya, tomasz],
  admin,
  placeOf,
}) => {
  const { id } = await placeOf(tomasz)
  const read = (actor: Parameters<typeof world.act>[1]) => world.act(site, actor, (ctx) => getWaiting(ctx, id))
  for (const actor of [memberActor(tomasz), adminActor(admin)])
    expect(await read(actor)).toMatchObject({ person: tomasz.id, position: 2 })
  await expect(read(memberActor(priya))).rejects.toMatchObject({ code: 'not_found' })
})

test('after a no coordinators see no hold for that person', async ({
  world,
  site,
  admin,
  event,
  shifts,
  waiters: [priya],
  open,
  tick,
  call,
  placeOf,
}) => {
  const heldFor = async () =>
    (await world.act(site, adminActor(admin), (ctx) => listEventWaiting(ctx, event))).map((one) => one.offered_shift)
  await open(shifts[0])
  await tick()
  expect(await heldFor()).toEqual([shifts[0], null, null])
  await call(priya, 'PUT', `/waiting/${(await placeOf(priya)).id}/decline`)
  expect(await heldFor()).toEqual([null, null, null])
})

test('a shift that opens while another is on hold goes to the next person', async ({
  waiters: [priya, tomasz, uma],
  shifts,
  open,
  tick,
  placeOf,
}) => {
  await open(shifts[0])
  await tick()
  await open(shifts[1])
  await tick()
  const offered = []
  for (const who of [priya, tomasz, uma]) offered.push((await placeOf(who)).offered_shift)
  expect(offered).toEqual([...shifts, null])
})

test('where coordinators assign, a worker that removes a person from a list offers nothing', async ({
  world,
  site,
  gala,
  waiters: [priya, tomasz],
  shifts,
  open,
  tick,
  call,
  placeOf,
}) => {
  await world.superuser.query('update core.sites set self_assign = false where id = $1', [site.id])
  await world.insert(site, 'shifts', { event: gala, person: priya.id, draft: NOW, ...SPAN })
  await open(shifts[0])
  await tick()
  expect((await call(priya, 'GET', '/waiting')).body.count).toBe(0)
  expect((await placeOf(tomasz)).offered_shift).toBeNull()
})

test('a person who is busy during one of two shifts keeps waiting for the other', async ({
  world,
  site,
  gala,
  shifts,
  waiters: [priya],
  tick,
  call,
}) => {
  await world.superuser.query(
    `update core.shifts set start = '2027-07-03T13:00Z', "end" = '2027-07-03T15:00Z' where id = $1`,
    [shifts[1]],
  )
  await world.insert(site, 'shifts', { event: gala, person: priya.id, draft: NOW, ...SPAN })
  await tick()
  expect((await call(priya, 'GET', '/waiting')).body.count).toBe(1)
})

test('the dashboard shows the reader’s hold while the shift is open and its event takes place', async ({
  world,
  shifts,
  waiters: [priya, tomasz],
  open,
  tick,
  held,
  placeOf,
}) => {
  await open(shifts[0])
  await tick()
  const { hold_until } = await placeOf(priya)
  expect([await held(priya), await held(tomasz), await held(priya, new Date(hold_until))]).toEqual([['Helm'], [], []])
  const change = (text: string) => world.superuser.query(text, [shifts[0]])
  const set = (columns: string) => change(`update core.shifts set ${columns} where id = $1`)
  for (const [gone, back] of [
    ['draft = null', 'draft = now()'],
    [`start = '2027-06-28T08:00Z'`, `start = '2027-07-03T09:00Z'`],
  ] as const) {
    await set(gone)
    expect(await held(priya), gone).toEqual([])
    await set(back)
  }
  expect(await held(priya)).toEqual(['Helm'])
  await change(
    `update core.events set decision = 'off', decided_at = now() where id = (select event from core.shifts where id = $1)`,
  )
  expect(await held(priya)).toEqual([])
})

test('a person with one of the shifts is not offered to wait for it', async ({ world, site, event, helm, shifts }) => {
  const { rows } = await world.superuser.query('select person::int from core.shifts where id = $1', [shifts[0]])
  const full = (person: number, now = NOW) =>
    world.withSite(site.id, (db) => listFullAssignments({ db, site }, { event, person, now }))
  const stranger = await world.makePerson(site)
  expect(await full(rows[0].person)).toEqual([])
  expect(await full(stranger.id)).toMatchObject([{ assignment: helm, place: null }])
  expect(await full(stranger.id, hours(200))).toEqual([])
})

const EVENT_OVER = new Date('2027-07-03T12:00:30Z')

const standing = test
  .extend(
    'decide',
    ({ call, admin, event }) =>
      async (decision: 'off' | null) =>
        expect((await call(admin, 'PUT', `/events/${event}/decide`, { decision })).status).toBe(200),
  )
  .extend('places', ({ world, site, admin, event }) => async () => {
    const rows = await world.act(site, adminActor(admin), (ctx) => listEventWaiting(ctx, event))
    return rows.map(({ person, offered_shift, hold_until }) => ({ person, offered_shift, hold_until }))
  })
  .extend('notices', ({ world, site }) => async () => {
    const { rows } = await world.superuser.query(
      "select state, reason from core.deliveries where site_id = $1 and kind = 'waiting.offered' and channel = 'email' order by id",
      [site.id],
    )
    return rows
  })

standing(
  'calling off keeps the list and its holds, and an undo restores everything',
  async ({ world, shifts, waiters: [priya], open, tick, decide, places, kinds, notices }) => {
    await open(shifts[0])
    await tick()
    const before = await places()
    expect(before[0]).toMatchObject({ person: priya.id, offered_shift: shifts[0] })
    await decide('off')
    await tick()
    const { messaging, transports } = messagingFor(world)
    await messaging.plan()
    await messaging.stop()
    expect(transports.email.sent.filter(({ kind }) => kind === 'waiting.offered')).toEqual([])
    expect(await places()).toEqual(before)
    await decide(null)
    await tick()
    expect(await places()).toEqual(before)
    expect(await kinds(priya)).toEqual(['waiting.offered queued'])
    expect(await notices()).toEqual([{ state: 'queued', reason: null }])
  },
)

standing(
  'while an event is off nothing is offered, and holds that lapse meanwhile are offered again',
  async ({ waiters: [priya], shifts, open, tick, at, decide, places, kinds }) => {
    await open(shifts[0])
    await tick()
    await decide('off')
    await open(shifts[1])
    at(hours(24))
    await tick()
    expect((await places()).map(({ offered_shift }) => offered_shift)).toEqual([null, null, null])
    expect(await kinds(priya)).toEqual(['waiting.offered cancelled'])
    await decide(null)
    at(hours(24.01))
    await tick()
    expect((await places()).map(({ offered_shift }) => offered_shift)).toEqual([...shifts, null])
  },
)

standing('a list ends with its event, even one that is called off', async ({ waiters, tick, at, decide, places }) => {
  await decide('off')
  await tick()
  expect(await places()).toHaveLength(waiters.length)
  at(EVENT_OVER)
  await tick()
  expect(await places()).toEqual([])
})

standing.for([
  ['unpublished', 'update core.shifts set draft = null where event = $1'],
  ['removed', 'delete from core.shifts where event = $1'],
])(
  'a list stays while its shifts are %s, until the event is over',
  async ([, change], { world, event, waiters, tick, at, places }) => {
    await world.superuser.query(change!, [event])
    await tick()
    expect(await places()).toHaveLength(waiters.length)
    at(EVENT_OVER)
    await tick()
    expect(await places()).toEqual([])
  },
)

const own = standing
  .extend(
    'full',
    ({ world, site, event }) =>
      (person: Person) =>
        world.withSite(site.id, (db) =>
          listFullAssignments({ db, site }, { event, person: person.id, now: world.clock.now() }),
        ),
  )
  .extend('assigned', ({ world, shifts }) => async (person: Person) => {
    const { rowCount } = await world.superuser.query(
      'update core.shifts set person = $1, updated_at = clock_timestamp() where id = $2',
      [person.id, shifts[0]],
    )
    expect(rowCount).toBe(1)
  })

own(
  'a person who was put on one shift and still waits for another sees their place and their hold',
  async ({ world, shifts, waiters: [priya], assigned, open, tick, full, call, placeOf }) => {
    await world.superuser.query(
      `update core.shifts set start = '2027-07-03T13:00Z', "end" = '2027-07-03T15:00Z' where id = $1`,
      [shifts[1]],
    )
    await assigned(priya)
    await open(shifts[1])
    await tick()
    const { id } = await placeOf(priya)
    expect(await full(priya)).toMatchObject([
      { place: id, position: 1, held: { offered_start: '2027-07-03T13:00:00.000Z', exclusive: true } },
    ])
    expect((await call(priya, 'DELETE', `/waiting/${id}`)).status).toBe(204)
    expect(await full(priya)).toEqual([])
  },
)

own(
  'while an event is off a person sees their own place there and nothing to answer or to join',
  async ({ world, site, shifts, waiters: [priya], open, tick, decide, full }) => {
    await open(shifts[0])
    await tick()
    await decide('off')
    expect(await full(priya)).toMatchObject([{ place: expect.any(Number), held: null }])
    expect(await full(await world.makePerson(site))).toEqual([])
  },
)
