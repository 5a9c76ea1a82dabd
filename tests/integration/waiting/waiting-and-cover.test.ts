import { expect } from 'vitest'
import { readBoard } from '#server/cover/board/queries.ts'
import { ownAsks as asksOf } from '#server/cover/own.ts'
import { moveCovers } from '#server/cover/tick.ts'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { listFullAssignments } from '#server/waiting/own.ts'
import { hours, NOW, test } from '#tests/support/waiting-list.ts'
import { adminActor, log, type Person } from '#tests/support/world.ts'

test('a search for cover waits while the shift is on hold, and no one asked before gets it', async ({
  waiters,
  world,
  site,
  shifts,
  open,
  tick,
  call,
  admin,
}) => {
  expect(waiters).toHaveLength(3)
  const asked = await world.makePerson(site, { name: 'Vera' })
  await open(shifts[0])
  const cover = await world.insert(site, 'covers', {
    shift: shifts[0],
    next_rung_at: NOW,
    started_at: NOW,
    started_by: admin.id,
  })
  const ask = await world.insert(site, 'coverasks', {
    cover: cover.id,
    person: asked.id,
    asked_at: NOW,
    channel: 'email',
  })
  await tick()
  await moveCovers({ pool: world.pool('worker'), clock: world.clock, log })
  const { rows } = await world.superuser.query('select rung, next_rung_at from core.covers where site_id = $1', [
    site.id,
  ])
  expect(rows).toEqual([{ rung: 0, next_rung_at: new Date('2027-06-29T08:00:00.000Z') }])
  const answer = await call(asked, 'PUT', `/coverasks/${ask.id}/answer`, { answer: 'yes' })
  expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('waiting list') } })
})

test('a person who cannot come reads the name of the only coordinator, and no name where there are several', async ({
  world,
  site,
  event,
  admin,
  call,
}) => {
  await world.superuser.query("update core.people set name = 'Siobhán O’Hara' where id = $1", [admin.id])
  const member = await world.makePerson(site)
  const span = { start: '2027-07-03T09:00:00Z', end: '2027-07-03T12:00:00Z' }
  const { id } = await world.insert(site, 'shifts', { event, person: member.id, draft: NOW, ...span })
  const named = async () => (await call(member, 'GET', `/shifts/${id}/answer/preview`)).body.coordinator
  expect(await named()).toBe('Siobhán')
  await world.makePerson(site, { role: 'admin' })
  expect(await named()).toBeNull()
})

test('the waiting list is asked first when a person cannot come, one after the other, and then the others', async ({
  waiters: [priya, tomasz, uma],
  world,
  site,
  event,
  helm,
  shifts: [shift],
  call,
  admin,
  at,
}) => {
  await world.superuser.query('update core.people set cover_requests = false where id = $1', [admin.id])
  const others: number[] = []
  for (const name of ['Vera', 'Wim']) others.push((await world.makePerson(site, { name })).id)
  const climb = () => moveCovers({ pool: world.pool('worker'), clock: world.clock, log })
  const asked = async () => {
    const { rows } = await world.superuser.query(
      'select id::int, person::int, answer from core.coverasks where site_id = $1 order by id',
      [site.id],
    )
    return rows as { id: number; person: number; answer: string | null }[]
  }
  const preview = (who: Person) => call(who, 'GET', `/shifts/${shift}/answer/preview`)
  const [coordinator] = admin.name.split(' ')
  expect((await preview(admin)).body).toEqual({ people: 1, waits: true, at: null, coordinator })
  expect((await preview(priya)).status).toBe(404)
  expect((await call(admin, 'PUT', `/shifts/${shift}/answer`, { answer: 'declined' })).status).toBe(200)
  const next = async () => (await world.act(site, adminActor(admin), (ctx) => readBoard(ctx, null))).gap!
  expect(await next()).toMatchObject({ asks_now: 1, asks_then: 1 })
  world.clock.set(new Date(world.clock.epochMs() + UNDO_WINDOW_MS))
  await climb()
  expect(await asked()).toMatchObject([{ person: priya.id }])
  const ownAsks = (who: Person) =>
    world.withSite(site.id, async (db) => (await asksOf({ person: who.id, now: world.clock.now() }).execute(db)).rows)
  expect(await ownAsks(priya)).toMatchObject([{ asked: 1, exclusive_until: '2027-06-29T08:00:00.000Z' }])
  const lists = (who: Person) =>
    world.withSite(site.id, (db) =>
      listFullAssignments({ db, site }, { event, person: who.id, now: world.clock.now() }),
    )
  const [first] = await asked()
  const cover = (await next()).id
  const refused = {
    status: 409,
    body: {
      detail: `${priya.name} is first on the waiting list. No one else is asked before Tue 29 Jun, 8:00 am.`,
    },
  }
  expect((await next()).promised).toEqual({ name: priya.name, until: '2027-06-29T08:00:00.000Z' })
  expect(await call(admin, 'PUT', `/covers/${cover}/advance`)).toMatchObject(refused)
  expect(await call(admin, 'POST', `/covers/${cover}/ask`, { person: uma.id })).toMatchObject(refused)
  for (const verb of ['pause', 'resume']) await call(admin, 'PUT', `/covers/${cover}/${verb}`)
  await climb()
  expect((await asked()).map(({ person }) => person)).toEqual([priya.id])
  expect(await lists(priya)).toMatchObject([
    { assignment: helm, held: { request: first!.id, exclusive: true, instead_of: 'Ann' } },
  ])
  expect(await lists(tomasz)).toMatchObject([{ held: null, position: 2 }])
  at(hours(23))
  await climb()
  expect((await asked()).map(({ person }) => person)).toEqual([priya.id, tomasz.id])
  expect(await ownAsks(priya)).toMatchObject([{ exclusive_until: null }])
  expect(await lists(priya)).toMatchObject([{ held: { exclusive: false, hold_until: '2027-07-03T09:00:00.000Z' } }])
  const [, second] = await asked()
  expect((await call(tomasz, 'PUT', `/coverasks/${second!.id}/answer`, { answer: 'no' })).status).toBe(200)
  at(hours(48))
  await climb()
  expect((await asked()).map(({ person }) => person)).toEqual([priya.id, tomasz.id, uma.id])
  expect(await next()).toMatchObject({ asks_now: 2, asks_then: 2 })
  at(hours(72))
  await climb()
  expect((await asked()).slice(3).map(({ person }) => person)).toEqual(expect.arrayContaining(others))
  expect((await call(priya, 'PUT', `/coverasks/${first!.id}/answer`, { answer: 'yes' })).status).toBe(200)
  expect(await lists(priya)).toEqual([])
})

test('a shift that was taken and opens again is offered again to those who had no time to answer', async ({
  waiters: [priya, tomasz],
  world,
  site,
  shifts: [shift],
  open,
  tick,
  call,
  placeOf,
  admin,
}) => {
  await open(shift)
  await tick()
  expect((await placeOf(priya)).offered_shift).toBe(shift)
  const stranger = await world.makePerson(site)
  expect((await call(admin, 'PUT', '/shifts', [{ id: shift, person: stranger.id }])).status).toBe(200)
  await tick()
  expect((await placeOf(priya)).offered_shift).toBeNull()
  await open(shift)
  await tick()
  expect((await placeOf(priya)).offered_shift).toBe(shift)
  expect((await placeOf(tomasz)).offered_shift).toBeNull()
})

test('a person who declined an open shift from the waiting list is not asked to cover it', async ({
  waiters: [priya, tomasz],
  world,
  shifts: [shift],
  open,
  tick,
  call,
  placeOf,
  admin,
}) => {
  await open(shift)
  await tick()
  const { id } = await placeOf(priya)
  expect((await call(priya, 'PUT', `/waiting/${id}/decline`)).status).toBe(200)
  expect((await call(admin, 'POST', '/covers', { shift })).status).toBe(201)
  const { rows } = await world.superuser.query('select id from core.covers where shift = $1', [shift])
  const { candidates, left_out } = (await call(admin, 'GET', `/covers/${rows[0].id}/candidates`)).body
  const people = (list: { person: number }[]) => list.map(({ person }) => person)
  expect(people(candidates)[0]).toBe(tomasz.id)
  expect(candidates[0]).toMatchObject({ waits: true })
  expect(people(candidates)).not.toContain(priya.id)
  expect(left_out).toContainEqual(
    expect.objectContaining({ person: priya.id, obstacles: [expect.objectContaining({ code: 'said_no' })] }),
  )
})
