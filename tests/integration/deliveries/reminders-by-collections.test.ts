import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { createProductCollections } from '#server/registry.ts'
import { test as base } from '#tests/support/fixture.ts'
import { linesOf, makeRoster, makeShift, messagingFor, type Roster, tell } from '#tests/support/messages/messaging.ts'
import { adminActor } from '#tests/support/world.ts'

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-12T10:00:00Z'))
  .extend('reminded', { scope: 'file' }, ({ world }) => async () => {
    const roster = await makeRoster(world, { site: { sms_enabled: false } })
    const admin = adminActor(await world.makePerson(roster.site, { role: 'admin' }))
    const shift = await makeShift(world, roster, START)
    await tell(world, roster.site, shift, roster.person)
    const { messaging, transports } = messagingFor(world)
    const act = async (work: (ctx: Ctx) => Promise<unknown>) => {
      world.woken.length = 0
      await world.act(roster.site, admin, work)
      world.clock.set(new Date(world.clock.epochMs() + UNDO_WINDOW_MS))
      await messaging.drain()
      return transports.email.sent.splice(0).map((m) => `${m.kind} ${m.to} ${m.text}`)
    }
    return { roster, shift, act }
  })

const engine = createProductCollections()
const START = '2027-06-19T09:00:00.000Z'

const to = (roster: Roster) => roster.person.email

test('a shift that an admin moves, hands over, adds and removes', async ({ reminded, world }) => {
  const { roster, shift, act } = await reminded()
  const other = await world.makePerson(roster.site)
  expect(
    await act((ctx) =>
      engine.update(ctx, 'shifts', { id: shift, start: '2027-06-20T09:00:00Z', end: '2027-06-20T12:00:00Z' }),
    ),
  ).toEqual([`shift.changed ${to(roster)} 2027-06-20T09:00:00.000Z was ${START}`])
  expect((await act((ctx) => engine.update(ctx, 'shifts', { id: shift, person: other.id }))).sort()).toEqual([
    `shift.assigned ${other.email} 2027-06-20T09:00:00.000Z`,
    `shift.cancelled ${to(roster)} 2027-06-20T09:00:00.000Z was 2027-06-20T09:00:00.000Z`,
  ])
  const added = {
    event: roster.event,
    person: other.id,
    start: '2027-06-25T09:00:00Z',
    end: '2027-06-25T12:00:00Z',
    draft: '2027-06-12T10:00:00Z',
  }
  expect(await act((ctx) => engine.create(ctx, 'shifts', added))).toEqual([
    `shift.assigned ${other.email} 2027-06-25T09:00:00.000Z`,
  ])
  expect(await act((ctx) => engine.remove(ctx, 'shifts', shift))).toEqual([
    `shift.cancelled ${other.email} 2027-06-20T09:00:00.000Z was 2027-06-20T09:00:00.000Z`,
  ])
})

test('an event that is renamed, moved to another place and removed', async ({ reminded, world }) => {
  const { roster, act } = await reminded()
  const place = await world.insert(roster.site, 'locations', { name: 'Pontoon' })
  expect(await act((ctx) => engine.update(ctx, 'events', { id: roster.event, details: 'Bring oilskins' }))).toEqual([])
  expect(await act((ctx) => engine.update(ctx, 'events', { id: roster.event, location: place.id }))).toEqual([
    `shift.changed ${to(roster)} ${START} Pontoon was ${START}`,
  ])
  expect(await act((ctx) => engine.update(ctx, 'events', { id: roster.event, name: 'Spring regatta' }))).toHaveLength(1)
  expect(await act((ctx) => engine.remove(ctx, 'events', roster.event))).toEqual([
    `shift.cancelled ${to(roster)} ${START} Pontoon was ${START}`,
  ])
  expect(await linesOf(world, roster.site)).toHaveLength(3)
})

test('several shifts that change, or are no longer theirs, are one message each', async ({ reminded, world }) => {
  const { roster, act } = await reminded()
  const days = ['2027-06-19', '2027-06-20', '2027-06-26']
  const more = await Promise.all(days.slice(1).map((day) => makeShift(world, roster, `${day}T09:00:00.000Z`)))
  for (const shift of more) await tell(world, roster.site, shift, roster.person)
  const place = await world.insert(roster.site, 'locations', { name: 'Pontoon' })
  expect(await act((ctx) => engine.update(ctx, 'events', { id: roster.event, location: place.id }))).toEqual([
    `shift.changed ${to(roster)} ${days.map((day) => `${day}T09:00:00.000Z Pontoon was ${day}T09:00:00.000Z`).join('\n')}`,
  ])
  expect(await act((ctx) => engine.remove(ctx, 'events', roster.event))).toEqual([
    `shift.cancelled ${to(roster)} ${days.map((day) => `${day}T09:00:00.000Z Pontoon was ${day}T09:00:00.000Z`).join('\n')}`,
  ])
})

test('a refused write notifies no one', async ({ reminded, world }) => {
  const { roster, shift, act } = await reminded()
  await expect(
    act((ctx) =>
      engine.update(ctx, 'shifts', { id: shift, start: '2027-06-20T09:00:00Z', end: '2027-06-20T08:00:00Z' }),
    ),
  ).rejects.toThrow()
  expect(await linesOf(world, roster.site)).toEqual([])
})
