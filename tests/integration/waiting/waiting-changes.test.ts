import { expect } from 'vitest'
import { held as heldFor } from '#server/waiting/own.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { test as base, NOW } from '#tests/support/waiting-list.ts'
import type { Person } from '#tests/support/world.ts'

const SPAN = { start: '2027-07-03T09:00:00Z', end: '2027-07-03T12:00:00Z' }
const seconds = (count: number) => new Date(NOW.getTime() + count * 1000)

const test = base
  .extend('galley', async ({ world, site }) => (await world.insert(site, 'assignments', { name: 'Galley' })).id)
  .extend('gala', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Gala', ...SPAN })).id)
  .extend('onList', ({ call, admin }) => async (): Promise<number[]> => {
    const { order, results } = (await call(admin, 'GET', '/waiting')).body
    return order.map((id: number) => results.waiting[id].person)
  })
  .extend('sentTo', ({ world, site }) => async (who: Person): Promise<string[]> => {
    const { messaging, transports } = messagingFor(world)
    await messaging.plan()
    await messaging.stop()
    return transports.email.sent
      .filter((mail) => mail.site === site.id && mail.to === who.email)
      .map(({ kind }) => kind)
  })

test.for(['assignment', 'event'] as const)(
  'a held shift that gets another %s is withdrawn, and no one gets it by that offer',
  async (changed, {
    world,
    galley,
    gala,
    shifts: [shift],
    waiters: [priya],
    open,
    tick,
    call,
    placeOf,
    site,
    sentTo,
  }) => {
    await open(shift)
    await tick()
    const { id, offered_shift } = await placeOf(priya)
    expect(offered_shift).toBe(shift)
    await world.superuser.query(`update core.shifts set ${changed} = $2 where id = $1`, [
      shift,
      changed === 'event' ? gala : galley,
    ])
    const held = () =>
      world.withSite(site.id, async (db) => (await heldFor({ person: priya.id, now: NOW }).execute(db)).rows)
    expect(await held()).toEqual([])
    expect((await call(priya, 'PUT', `/waiting/${id}/accept`)).status).toBe(409)
    expect(await sentTo(priya)).not.toContain('waiting.offered')
    await tick()
    expect(await placeOf(priya)).toMatchObject({ id, offered_shift: null, hold_until: null })
    expect((await call(priya, 'PUT', `/shifts/${shift}/take`)).status).toBe(200)
  },
)

test('taking such a shift before a worker has run keeps the place', async ({
  world,
  galley,
  shifts: [shift],
  waiters: [priya],
  open,
  tick,
  call,
  onList,
}) => {
  await open(shift)
  await tick()
  const later = { start: '2027-07-03T14:00:00Z', end: '2027-07-03T16:00:00Z' }
  await world.superuser.query('update core.shifts set assignment = $2, start = $3, "end" = $4 where id = $1', [
    ...[shift, galley, later.start, later.end],
  ])
  expect((await call(priya, 'PUT', `/shifts/${shift}/take`)).status).toBe(200)
  await tick()
  expect(await onList()).toContain(priya.id)
})

test('taking a shift elsewhere and undoing it keeps the place, which ends once that is final', async ({
  world,
  site,
  galley,
  gala,
  waiters: [priya, tomasz],
  tick,
  call,
  at,
  onList,
}) => {
  const other = (await world.insert(site, 'shifts', { event: gala, assignment: galley, draft: NOW, ...SPAN })).id
  expect((await call(priya, 'PUT', `/shifts/${other}/take`)).status).toBe(200)
  at(seconds(14))
  await tick()
  expect((await onList()).slice(0, 2)).toEqual([priya.id, tomasz.id])
  expect((await call(priya, 'PUT', `/shifts/${other}/give_back`)).status).toBe(204)
  await tick()
  expect((await onList()).slice(0, 2)).toEqual([priya.id, tomasz.id])
  expect((await call(priya, 'PUT', `/shifts/${other}/take`)).status).toBe(200)
  at(seconds(20))
  await tick()
  at(seconds(14 + 26))
  await tick()
  expect(await onList()).not.toContain(priya.id)
})

test('a deactivated person leaves the list once that can no longer be undone, and the next is first', async ({
  world,
  waiters: [priya, tomasz],
  shifts: [shift],
  open,
  tick,
  call,
  onList,
  placeOf,
}) => {
  await open(shift)
  await tick()
  const deactivate = (secondsAgo: number) =>
    world.superuser.query(
      `update core.people set is_active = false, updated_at = clock_timestamp() - make_interval(secs => $2) where id = $1`,
      [priya.id, secondsAgo],
    )
  await deactivate(5)
  await tick()
  expect((await onList())[0]).toBe(priya.id)
  await deactivate(30)
  await tick()
  expect((await onList())[0]).toBe(tomasz.id)
  await tick()
  expect(await placeOf(tomasz)).toMatchObject({ position: 1, offered_shift: shift })
  expect((await call(tomasz, 'PUT', `/waiting/${(await placeOf(tomasz)).id}/accept`)).status).toBe(200)
})

test('a deactivated person leaves a list whose shifts are all taken, even while its event is called off', async ({
  world,
  event,
  waiters: [priya, tomasz, uma],
  tick,
  onList,
}) => {
  const deactivate = (who: Person) =>
    world.superuser.query(
      `update core.people set is_active = false, updated_at = clock_timestamp() - interval '1 minute' where id = $1`,
      [who.id],
    )
  await deactivate(priya)
  await tick()
  expect(await onList()).toEqual([tomasz.id, uma.id])
  await world.superuser.query(`update core.events set decision = 'off', decided_at = $2 where id = $1`, [event, NOW])
  await deactivate(tomasz)
  await tick()
  expect(await onList()).toEqual([uma.id])
})
