import { expect } from 'vitest'
import { held as heldFor, listFullAssignments } from '#server/waiting/own.ts'
import { listEventWaiting } from '#server/waiting/queries.ts'
import { hours, NOW, test } from '#tests/support/waiting-list.ts'
import { adminActor, memberActor, type Person } from '#tests/support/world.ts'

const MORNING = { start: '2027-07-03T09:00:00Z', end: '2027-07-03T12:00:00Z' }

test('a person joins once, while every shift is taken and they could do one', async ({
  waiters,
  call,
  event,
  helm,
  shifts,
  open,
  world,
  site,
  placeOf,
}) => {
  const [, tomasz] = waiters
  expect(await placeOf(tomasz)).toMatchObject({
    event,
    assignment: helm,
    person: tomasz.id,
    position: 2,
    offered_shift: null,
  })
  const again = await call(tomasz, 'POST', '/waiting', { event, assignment: helm })
  expect(again).toMatchObject({ status: 201, body: { position: 2 } })
  const busy = await world.makePerson(site)
  const span = { start: '2027-07-03T10:00Z', end: '2027-07-03T11:00Z' }
  const { id: gala } = await world.insert(site, 'events', { name: 'Gala', ...span })
  await world.insert(site, 'shifts', { event: gala, person: busy.id, draft: NOW, ...span })
  const refused = await call(busy, 'POST', '/waiting', { event, assignment: helm })
  expect(refused).toMatchObject({ status: 400, body: { assignment: ['You are on Gala at that time.'] } })
  expect((await call(busy, 'POST', '/waiting', { event: gala, assignment: helm })).status).toBe(400)
  await open(shifts[0])
  expect(
    (await call(await world.makePerson(site), 'POST', '/waiting', { event, assignment: helm })).body,
  ).toMatchObject({
    assignment: ['A shift is still open, so there’s no need to wait.'],
  })
})

test('an assignment without a list takes no one new; those who wait keep their place and are offered shifts', async ({
  waiters,
  shifts,
  open,
  tick,
  at,
  placeOf,
  call,
  event,
  helm,
  world,
  site,
}) => {
  const [priya, tomasz] = waiters
  const admin = await world.makePerson(site, { role: 'admin' })
  const set = (waiting_list: boolean) => call(admin, 'PUT', `/assignments/${helm}/`, { waiting_list })
  expect((await call(admin, 'GET', `/assignments/${helm}/`)).body.results.assignments[helm]).toMatchObject({
    waiting_list: true,
  })
  expect((await set(false)).status).toBe(200)
  const late = await world.makePerson(site)
  const join = () => call(late, 'POST', '/waiting', { event, assignment: helm })
  expect(await join()).toMatchObject({ status: 400, body: { assignment: ['There is no waiting list for this.'] } })
  const now = world.clock.now()
  const shown = await world.act(site, memberActor(late), (ctx) =>
    listFullAssignments(ctx, { event, person: late.id, now }),
  )
  expect(shown).toMatchObject([{ name: 'Helm', place: null, joinable: false }])
  // Who waits is on the list as before.
  expect((await call(priya, 'POST', '/waiting', { event, assignment: helm })).body).toMatchObject({ position: 1 })
  expect(await placeOf(tomasz)).toMatchObject({ position: 2 })
  await open(shifts[0])
  await tick()
  expect(await placeOf(priya)).toMatchObject({ offered_shift: shifts[0] })
  at(hours(24))
  await tick()
  expect(await placeOf(tomasz)).toMatchObject({ offered_shift: shifts[0] })
  await world.superuser.query('update core.shifts set person = $2 where id = $1', [shifts[0], admin.id])
  expect((await set(true)).status).toBe(200)
  expect((await join()).status).toBe(201)
})

test('an open shift is held for the first, whose silence or no offers it to the next', async ({
  waiters,
  shifts,
  open,
  tick,
  at,
  placeOf,
  call,
  kinds,
  world,
  site,
}) => {
  const [priya, tomasz, uma] = waiters
  await open(shifts[0])
  await tick()
  await tick()
  expect(await placeOf(priya)).toMatchObject({ offered_shift: shifts[0], hold_until: '2027-06-29T08:00:00.000Z' })
  expect(await kinds(priya)).toEqual(['waiting.offered queued'])
  const stranger = await world.makePerson(site)
  for (const other of [stranger, tomasz])
    expect(await call(other, 'PUT', `/shifts/${shifts[0]}/take`, {})).toMatchObject({
      status: 409,
      body: { obstacles: [{ code: 'held', words: 'Held for someone on the waiting list until Tue 29 Jun, 8:00 am.' }] },
    })
  at(hours(24))
  await tick()
  expect(await kinds(priya)).toEqual(['waiting.offered cancelled', 'waiting.expired queued'])
  const next = await placeOf(tomasz)
  expect(next.offered_shift).toBe(shifts[0])
  expect((await call(tomasz, 'PUT', `/waiting/${next.id}/decline`)).body.offered_shift).toBeNull()
  await tick()
  const last = await placeOf(uma)
  expect(await call(uma, 'PUT', `/waiting/${last.id}/accept`)).toMatchObject({
    status: 200,
    body: { shift: shifts[0] },
  })
  expect((await call(uma, 'GET', '/waiting')).body.count).toBe(0)
  await tick()
  expect((await placeOf(priya)).offered_shift).toBeNull()
})

test('two shifts that open together are offered to two, and parallel workers repeat nothing', async ({
  waiters,
  shifts,
  open,
  tick,
  placeOf,
  kinds,
}) => {
  await open(...shifts)
  await Promise.all([tick(), tick(), tick()])
  const offered = []
  for (const who of waiters) offered.push((await placeOf(who)).offered_shift)
  expect(offered).toEqual([...shifts, null])
  for (const who of waiters.slice(0, 2)) expect(await kinds(who)).toEqual(['waiting.offered queued'])
})

test('in the last 24 hours all are asked, and of 20 who say yes one gets it', async ({
  world,
  site,
  event,
  helm,
  shifts,
  open,
  call,
  tick,
  at,
}) => {
  const people: Person[] = []
  for (let i = 0; i < 20; i++) people.push(await world.makePerson(site))
  for (const { id } of people)
    await world.insert(site, 'waiting', { event, assignment: helm, person: id, looked_at: NOW, created_at: NOW })
  at(new Date('2027-07-02T15:00:00Z'))
  await open(shifts[1])
  await tick()
  const { rows } = await world.superuser.query('select id::int, person::int from core.waiting where site_id = $1', [
    site.id,
  ])
  const answers = await Promise.all(
    people.map((who) => call(who, 'PUT', `/waiting/${rows.find(({ person }) => person === who.id).id}/accept`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const late = answers.filter(({ status }) => status === 409)
  expect(late).toHaveLength(19)
  for (const { body } of late) expect(body.detail).toContain('Thank you')
})

test('a shift elsewhere at that time ends the place, and a call-off informs the remaining people', async ({
  waiters,
  world,
  site,
  tick,
  at,
  call,
  event,
  admin,
}) => {
  const [priya, tomasz] = waiters
  const span = { start: '2027-07-03T08:00Z', end: '2027-07-03T13:00Z' }
  const { id: gala } = await world.insert(site, 'events', { name: 'Gala', ...span })
  const { id: free } = await world.insert(site, 'shifts', { event: gala, draft: NOW, ...span })
  expect((await call(priya, 'PUT', `/shifts/${free}/take`, {})).status).toBe(200)
  at(new Date(NOW.getTime() + 26_000))
  await tick()
  expect((await call(priya, 'GET', '/waiting')).body.count).toBe(0)
  expect((await call(admin, 'GET', `/waiting?event=${event}`)).body.count).toBe(2)
  expect((await call(admin, 'PUT', `/events/${event}/decide`, { decision: 'off' })).status).toBe(200)
  await tick()
  const { rows } = await world.superuser.query(
    "select from core.deliveries where person = $1 and kind = 'event.called_off' and channel = 'email'",
    [tomasz.id],
  )
  expect(rows).toHaveLength(1)
})

test('where coordinators assign, they offer; members reach only their own places', async ({
  waiters,
  world,
  site,
  shifts,
  open,
  tick,
  call,
  placeOf,
  admin,
}) => {
  const [priya, tomasz] = waiters
  await world.superuser.query('update core.sites set self_assign = false where id = $1', [site.id])
  await open(shifts[0])
  await tick()
  const place = await placeOf(tomasz)
  expect(place.offered_shift).toBeNull()
  expect((await call(tomasz, 'PUT', `/waiting/${place.id}/offer`, { shift: shifts[0] })).status).toBe(403)
  expect((await call(admin, 'PUT', `/waiting/${place.id}/offer`, { shift: shifts[0] })).body.offered_shift).toBe(
    shifts[0],
  )
  for (const [method, path] of [
    ['PUT', `/waiting/${place.id}/accept`],
    ['PUT', `/waiting/${place.id}/decline`],
    ['DELETE', `/waiting/${place.id}`],
  ] as const)
    expect((await call(priya, method, path)).status).toBe(404)
  expect((await call(admin, 'PUT', `/waiting/${place.id}/accept`)).status).toBe(403)
  expect((await call(tomasz, 'PUT', `/waiting/${place.id}/accept`)).status).toBe(200)
  const own = await placeOf(priya)
  expect((await call(admin, 'DELETE', `/waiting/${own.id}`)).status).toBe(204)
  expect((await call(priya, 'GET', '/waiting')).body.count).toBe(0)
})

test('an event with a search, invitees and a waiting list can be deleted and restored', async ({
  waiters,
  world,
  site,
  shifts,
  event,
  call,
  admin,
}) => {
  const cover = await world.insert(site, 'covers', { shift: shifts[0], next_rung_at: NOW, started_at: NOW })
  const [{ id: person }] = waiters
  await world.insert(site, 'coverasks', { cover: cover.id, person, asked_at: NOW, channel: 'email' })
  const { confirm } = (await call(admin, 'DELETE', `/events/${event}`)).body
  const removed = await call(admin, 'POST', '/events/bulk', { ids: [event], remove: true, confirm })
  expect(removed.status).toBe(200)
  expect((await call(admin, 'GET', '/waiting')).body.count).toBe(0)
  expect((await call(admin, 'POST', '/events/undo', { token: removed.body.undo.token })).status).toBe(200)
  expect((await call(admin, 'GET', '/waiting')).body.count).toBe(3)
})

test('the event page lists full assignments, the reader’s place and hold, and no one else’s', async ({
  world,
  site,
  event,
  helm,
  shifts,
  waiters: [priya, tomasz],
  open,
  tick,
  call,
}) => {
  const read = async (who: Person) =>
    (
      await world.withSite(site.id, (db) =>
        listFullAssignments({ db, site }, { event, person: who.id, now: world.clock.now() }),
      )
    ).map(({ assignment, waiting, place, position, held }) => ({
      assignment,
      waiting,
      waits: place !== null,
      position,
      held: held?.offered_start ?? null,
    }))
  const newcomer = await world.makePerson(site, { name: 'Nora' })
  const full = { assignment: helm, waiting: 3, held: null }
  expect(await read(newcomer)).toEqual([{ ...full, waits: false, position: 0 }])
  expect(await read(tomasz)).toEqual([{ ...full, waits: true, position: 2 }])
  await open(shifts[0])
  await tick()
  expect(await read(priya)).toMatchObject([{ waits: true, position: 1, held: '2027-07-03T09:00:00.000Z' }])
  expect(await read(tomasz)).toMatchObject([{ waits: true, held: null }])
  expect(await read(newcomer)).toEqual([{ ...full, waits: false, position: 0 }])
  expect((await call(newcomer, 'POST', '/waiting', { event, assignment: helm })).body).toMatchObject({ position: 4 })
})

test('coordinators see who waits for a shift of an event, in order, with the holds', async ({
  waiters,
  world,
  site,
  event,
  shifts,
  open,
  call,
  placeOf,
  admin,
}) => {
  const [priya, tomasz] = waiters
  const list = (actor: typeof admin, of = site) =>
    world.act(of, adminActor(actor), (ctx) => listEventWaiting(ctx, event))
  expect((await list(admin)).map(({ person, position }) => [person, position])).toEqual(
    waiters.map(({ id }, i) => [id, i + 1]),
  )
  await world.superuser.query('update core.sites set self_assign = false where id = $1', [site.id])
  await open(shifts[0])
  await call(admin, 'PUT', `/waiting/${(await placeOf(tomasz)).id}/offer`, { shift: shifts[0] })
  expect(await list(admin)).toMatchObject([
    { person: priya.id, name: priya.name, offered_shift: null, hold_until: null },
    { person: tomasz.id, offered_shift: shifts[0], hold_until: expect.any(String) },
    {},
  ])
  const held = (who: Person, now = NOW) =>
    world.withSite(site.id, async (db) => (await heldFor({ person: who.id, now }).execute(db)).rows)
  expect(await held(tomasz)).toMatchObject([{ event, assignment: 'Helm', at: expect.any(Date) }])
  expect([await held(priya), await held(tomasz, hours(200))]).toEqual([[], []])
  await call(tomasz, 'PUT', `/waiting/${(await placeOf(tomasz)).id}/decline`)
  expect((await list(admin)).map(({ refused }) => refused)).toEqual([[], [{ shift: shifts[0], why: 'no' }], []])
  await expect(world.act(site, memberActor(priya), (ctx) => listEventWaiting(ctx, event))).rejects.toMatchObject({
    code: 'forbidden',
  })
  const other = await world.makeSite()
  expect(await list(await world.makePerson(other, { role: 'admin' }), other)).toEqual([])
})

test('a place on a list is visible to its person and to admins only', async ({
  waiters,
  call,
  placeOf,
  admin,
  member,
}) => {
  const [first] = waiters
  const { id } = (await placeOf(first)) as { id: number }
  for (const who of [first, admin])
    expect(await call(who, 'GET', `/waiting/${id}`)).toMatchObject({ status: 200, body: { id, position: 1 } })
  expect((await call(member, 'GET', `/waiting/${id}`)).status).toBe(404)
})

test('a list can be joined while the only open shift clashes with a shift elsewhere, and not for only that shift', async ({
  world,
  site,
  event,
  helm,
  shifts: [morning],
  open,
  call,
}) => {
  const person = await world.makePerson(site)
  const { id: gala } = await world.insert(site, 'events', { name: 'Gala', ...MORNING })
  await world.insert(site, 'shifts', { event: gala, person: person.id, draft: NOW, ...MORNING })
  await open(morning)
  const lists = () =>
    world.withSite(site.id, (db) =>
      listFullAssignments({ db, site }, { event, person: person.id, now: world.clock.now() }),
    )
  expect(await lists()).toEqual([])
  const holder = await world.makePerson(site)
  const afternoon = { start: '2027-07-03T13:00:00Z', end: '2027-07-03T16:00:00Z' }
  await world.insert(site, 'shifts', { event, assignment: helm, person: holder.id, draft: NOW, ...afternoon })
  expect(await lists()).toMatchObject([{ assignment: helm, place: null }])
  expect((await call(person, 'POST', '/waiting', { event, assignment: helm })).status).toBe(201)
})
