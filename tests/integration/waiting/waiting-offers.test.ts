import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { offerShift } from '#server/waiting/commands.ts'
import { MAX_ENTRIES } from '#server/waiting/contract.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'
import { test as base, hours } from '#tests/support/waiting-list.ts'
import { memberActor, type Person } from '#tests/support/world.ts'

const SPAN = { start: '2027-07-03T09:00:00Z', end: '2027-07-03T12:00:00Z' }
const GONE = 'This shift is no longer held for you. Thank you for replying.'

const test = base
  .extend('offer', ({ call, admin, placeOf }) => async (who: Person, shift: number) => {
    const { id } = await placeOf(who)
    return call(admin, 'PUT', `/waiting/${id}/offer`, { shift })
  })
  .extend('offers', ({ world, site }) => async () => {
    const { rows } = await world.superuser.query(
      'select shift::int, ended from core.waitingoffers where site_id = $1 order by id',
      [site.id],
    )
    return rows
  })

test('a person who joins in two tabs in parallel has one place', async ({ world, site, call, event, helm, shifts }) => {
  expect(shifts).toHaveLength(2)
  const person = await world.makePerson(site)
  const join = () => call(person, 'POST', '/waiting', { event, assignment: helm })
  const joined = await Promise.all([join(), join(), join(), join()])
  expect(joined.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(joined.map(({ body }) => body.id)).size).toBe(1)
})

test('a shift taken while a worker runs is offered to no one', async ({
  world,
  site,
  waiters,
  shifts,
  open,
  tick,
  kinds,
  offers,
}) => {
  const taker = await world.makePerson(site)
  await open(shifts[0])
  await whileOtherWrites(world, {
    write: (other) => other.query('update core.shifts set person = $2 where id = $1', [shifts[0], taker.id]),
    work: tick,
  })
  expect([await offers(), await kinds(waiters[0])]).toEqual([[], []])
})

test('a yes after the hold is too late, even before a worker has run', async ({
  waiters: [priya],
  shifts,
  open,
  tick,
  at,
  call,
  placeOf,
}) => {
  await open(shifts[0])
  await tick()
  const { id, hold_until } = await placeOf(priya)
  at(new Date(hold_until))
  const late = await call(priya, 'PUT', `/waiting/${id}/accept`)
  expect(late).toMatchObject({ status: 409, body: { detail: GONE } })
})

test('a person who leaves a list gets no message about their hold, and the next is asked', async ({
  waiters: [priya, tomasz],
  shifts,
  open,
  tick,
  call,
  placeOf,
  kinds,
}) => {
  await open(shifts[0])
  await tick()
  expect((await call(priya, 'DELETE', `/waiting/${(await placeOf(priya)).id}`)).status).toBe(204)
  expect(await kinds(priya)).toEqual(['waiting.offered cancelled'])
  await tick()
  expect((await placeOf(tomasz)).offered_shift).toBe(shifts[0])
})

test('a no withdraws the unsent message', async ({ waiters: [priya], shifts, open, tick, call, placeOf, kinds }) => {
  await open(shifts[0])
  await tick()
  await call(priya, 'PUT', `/waiting/${(await placeOf(priya)).id}/decline`)
  expect(await kinds(priya)).toEqual(['waiting.offered cancelled'])
})

test('a coordinator offers one shift at a time, and it is held', async ({
  world,
  site,
  waiters: [priya, tomasz],
  shifts,
  open,
  call,
  offer,
  offers,
}) => {
  await open(...shifts)
  expect((await offer(tomasz, shifts[0])).status).toBe(200)
  expect((await offer(tomasz, shifts[0])).status).toBe(200)
  expect(await offer(tomasz, shifts[1])).toMatchObject({
    status: 409,
    body: { detail: 'They are already being offered another shift.' },
  })
  for (const who of [priya, await world.makePerson(site)])
    expect(await call(who, 'PUT', `/shifts/${shifts[0]}/take`, {})).toMatchObject({
      status: 409,
      body: { obstacles: [{ code: 'held' }] },
    })
  expect(await offers()).toEqual([{ shift: shifts[0], ended: null }])
})

test('a coordinator offers only shifts of the list that the person can do', async ({
  world,
  site,
  event,
  helm,
  waiters: [priya, tomasz],
  shifts,
  open,
  offer,
  offers,
}) => {
  await open(shifts[0])
  const { id: galley } = await world.insert(site, 'assignments', { name: 'Galley' })
  const { id: gala } = await world.insert(site, 'events', { name: 'Gala', ...SPAN })
  const shift = async (over: object) =>
    (await world.insert(site, 'shifts', { event, draft: hours(0), ...SPAN, ...over })).id
  for (const other of [
    await shift({ assignment: galley }),
    await shift({ event: gala, assignment: helm }),
    await shift({ assignment: helm, draft: null }),
    await shift({ assignment: helm, start: hours(-2), end: hours(-1) }),
  ])
    expect(await offer(priya, other)).toMatchObject({
      status: 400,
      body: { shift: ['Choose a coming shift of this assignment.'] },
    })
  await shift({ event: gala, person: tomasz.id })
  expect(await offer(tomasz, shifts[0])).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('Gala') },
  })
  expect(await offers()).toEqual([])
})

test('a member offers a shift to no one, not even themselves', async ({
  world,
  site,
  waiters: [priya],
  shifts,
  open,
  placeOf,
}) => {
  await open(shifts[0])
  const { id } = await placeOf(priya)
  const offered = world.act(site, memberActor(priya), (ctx) => offerShift(ctx, id, shifts[0]))
  await expect(offered).rejects.toMatchObject({ code: 'forbidden' })
})

test.for([
  ['is called off', `update core.events set decision = 'off', decided_at = now() where id = $1`, 'event'],
  ['is archived', 'update core.events set archived = true where id = $1', 'event'],
  [
    'is over',
    `update core.shifts set start = '2027-06-27T09:00Z', "end" = '2027-06-27T12:00Z' where event = $1`,
    'assignment',
  ],
  ['is not published', 'update core.shifts set draft = null where event = $1', 'event'],
])(
  'no one waits for a shift of an event that %s',
  async ([, text, field], { world, site, event, helm, shifts, call }) => {
    expect(shifts).toHaveLength(2)
    await world.superuser.query(text!, [event])
    const { status, body } = await call(await world.makePerson(site), 'POST', '/waiting', { event, assignment: helm })
    expect([status, body]).toEqual([400, { [field!]: [expect.stringMatching(/^[A-Z].*\.$/)] }])
  },
)

test('an unpublished shift has no waiting list', async ({ world, site, event, helm, shifts, call }) => {
  const draft = await world.insert(site, 'shifts', { event, assignment: helm, ...SPAN })
  const { status } = await call(await world.makePerson(site), 'POST', '/waiting', { event, assignment: helm })
  expect([status, draft.id > shifts[0]]).toEqual([201, true])
})

test('no one exceeds the limit of waiting lists', async ({ world, site, event, helm, shifts, call }) => {
  const person = await world.makePerson(site)
  const join = (assignment: number) => call(person, 'POST', '/waiting', { event, assignment })
  for (let i = 0; i < MAX_ENTRIES; i++) {
    const { id: assignment } = await world.insert(site, 'assignments', { name: `List ${i}` })
    const place = { event, assignment, person: person.id, looked_at: hours(0), created_at: hours(0) }
    await world.insert(site, 'waiting', place)
  }
  expect(shifts).toHaveLength(2)
  expect(await join(helm)).toMatchObject({
    status: 400,
    body: { event: [expect.stringContaining('Leave one of them')] },
  })
})

for (const [way, take] of [
  ['from the list', (place: number) => `/waiting/${place}/accept`],
  ['as an open shift', (_place: number, shift: number) => `/shifts/${shift}/take`],
] as const)
  test(`a person who takes an offered shift ${way} and gives it back has their place and the offer again`, async ({
    waiters: [priya, tomasz],
    shifts: [shift, other],
    open,
    tick,
    call,
    placeOf,
    offers,
  }) => {
    await open(other)
    await tick()
    await call(priya, 'PUT', `/waiting/${(await placeOf(priya)).id}/decline`)
    await open(shift)
    await tick()
    const before = await placeOf(priya)
    expect(before).toMatchObject({ position: 1, offered_shift: shift })
    expect((await call(priya, 'PUT', take(before.id, shift))).status).toBe(200)
    for (let i = 0; i < 2; i++)
      expect(await call(priya, 'PUT', `/waiting/${before.id}/accept`)).toMatchObject({ status: 200, body: { shift } })
    expect((await call(tomasz, 'PUT', `/waiting/${before.id}/accept`)).status).toBe(404)
    expect((await placeOf(tomasz)).position).toBe(1)
    await tick()
    for (let i = 0; i < 2; i++) expect((await call(priya, 'PUT', `/shifts/${shift}/give_back`)).status).toBe(204)
    expect(await placeOf(priya)).toEqual(before)
    expect((await offers()).filter((one) => one.shift === shift)).toEqual([{ shift, ended: null }])
    await tick()
    expect(await placeOf(priya)).toEqual(before)
    expect((await call(priya, 'PUT', `/waiting/${before.id}/accept`)).status).toBe(200)
  })

test('a hold that ended meanwhile stays ended when the shift is given back, and the next is asked', async ({
  waiters: [priya, tomasz],
  shifts: [shift],
  open,
  tick,
  at,
  call,
  placeOf,
}) => {
  await open(shift)
  await tick()
  const { id, hold_until } = await placeOf(priya)
  at(new Date(Date.parse(hold_until) - 5000))
  await call(priya, 'PUT', `/waiting/${id}/accept`)
  at(new Date(hold_until))
  expect((await call(priya, 'PUT', `/shifts/${shift}/give_back`)).status).toBe(204)
  at(new Date(Date.parse(hold_until) + UNDO_WINDOW_MS))
  await tick()
  expect(await placeOf(priya)).toMatchObject({ id, position: 1, offered_shift: null })
  expect((await placeOf(tomasz)).offered_shift).toBe(shift)
})

test('the coordinator who offered a shift by hand is told that it was not taken, and not what they recorded themselves', async ({
  world,
  site,
  waiters: [priya, tomasz, uma],
  shifts: [shift],
  open,
  offer,
  tick,
  at,
  call,
  placeOf,
  kinds,
  admin,
}) => {
  await world.superuser.query('update core.sites set self_assign = false where id = $1', [site.id])
  await open(shift)
  const heard = async () => {
    const { rows } = await world.superuser.query(
      `select facts -> 'paragraphs' ->> 0 as said, (facts ->> 'about')::int as about from core.deliveries
       where site_id = $1 and person = $2 and kind = 'waiting.not_taken' order by id`,
      [site.id, admin.id],
    )
    return rows
  }
  await offer(uma, shift)
  await call(admin, 'PUT', `/waiting/${(await placeOf(uma)).id}/decline`)
  expect(await heard()).toEqual([])
  await offer(priya, shift)
  await call(priya, 'PUT', `/waiting/${(await placeOf(priya)).id}/decline`)
  const { hold_until } = (await offer(tomasz, shift)).body
  at(new Date(hold_until))
  await tick()
  expect(await kinds(tomasz)).toContain('waiting.expired queued')
  at()
  await offer(tomasz, shift)
  await call(tomasz, 'DELETE', `/waiting/${(await placeOf(tomasz)).id}`)
  expect(await heard()).toEqual([
    { said: expect.stringMatching(/^\{name\} said “not this time” to \{shift:\d+\}\.$/), about: priya.id },
    { said: expect.stringMatching(/^\{name\} didn’t reply in time for \{shift:\d+\}\.$/), about: tomasz.id },
    {
      said: expect.stringMatching(/^\{name\} left the waiting list and didn’t take \{shift:\d+\}\.$/),
      about: tomasz.id,
    },
  ])
})

test.for([
  ['20 hours', '2027-07-02T13:00:00Z', '2027-07-02T18:00'],
  ['two hours', '2027-07-03T07:00:00Z', '2027-07-03T07:30'],
])(
  'a shift offered by hand with %s left is held for a quarter of that',
  async ([, now, until], { waiters: [priya, tomasz], shifts: [shift], open, offer, tick, at, placeOf }) => {
    at(new Date(now!))
    await open(shift)
    const { offered_shift, hold_until } = (await offer(priya, shift)).body
    expect([offered_shift, hold_until.slice(0, until!.length)]).toEqual([shift, until])
    at(new Date(hold_until))
    await tick()
    expect((await placeOf(priya)).offered_shift).toBeNull()
    expect((await placeOf(tomasz)).offered_shift).toBe(shift)
  },
)
