import { expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import { listEndangeredShifts } from '#server/people/page/papers.ts'
import { readPersonFacts } from '#server/people/page/queries.ts'
import { createProductCollections } from '#server/registry.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { adminActor } from '#tests/support/world.ts'

const DAY = 86_400_000
const engine = createProductCollections()

const test = base
  .extend('scene', { scope: 'file' }, async ({ world }) => {
    const site = await world.makeSite({ timezone: 'Pacific/Auckland' })
    const now = world.clock.now().getTime()
    const admin = await world.makePerson(site, { name: 'Ada', role: 'admin' })
    const ann = await world.makePerson(site, { name: 'Ann' })
    const bob = await world.makePerson(site, { name: 'Bob' })
    const competency = async (name: string, valid_months: number | null) =>
      (await world.insert(site, 'competencies', { name, valid_months })).id
    const [first, boat, radio, towing, gone] = [
      await competency('First aid', 1),
      await competency('Powerboat', 1),
      await competency('Radio', null),
      await competency('Towing', 3),
      (await world.insert(site, 'competencies', { name: 'Telex', archived: true })).id,
    ]
    const day = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10)
    for (const [of, days] of [
      [first, -400],
      [boat, -200],
      [boat, -10],
      [radio, -3000],
      [towing, -1],
      [gone, -1],
    ] as const)
      await world.insert(site, 'records', { person: ann.id, competency: of, achieved: day(days) })
    const event = (await world.insert(site, 'events', { name: 'Race', start: new Date(now), end: new Date(now + DAY) }))
      .id
    const shift = (days: number, over: object) =>
      world.insert(site, 'shifts', {
        event,
        person: ann.id,
        draft: new Date(now),
        start: new Date(now + days * DAY),
        end: new Date(now + days * DAY + 3_600_000),
        ...over,
      })
    const worked = (days: number, hours: number) => ({
      actual_start: new Date(now + days * DAY),
      actual_end: new Date(now + days * DAY + hours * 3_600_000),
    })
    await shift(-30, worked(-30, 2.5))
    await shift(-500, worked(-500, 8))
    await shift(-1, { draft: null })
    await shift(2, { draft: null })
    await shift(5, {})
    await shift(3, {})
    await shift(-200, { person: bob.id })
    return { site, now, admin, ann, bob }
  })
  .extend('site', { scope: 'file' }, ({ scene }) => scene.site)
  .extend('now', { scope: 'file' }, ({ scene }) => scene.now)
  .extend('admin', { scope: 'file' }, ({ scene }) => scene.admin)
  .extend('ann', { scope: 'file' }, ({ scene }) => scene.ann)
  .extend('bob', { scope: 'file' }, ({ scene }) => scene.bob)
  .extend(
    'as',
    { scope: 'file' },
    ({ world, site, admin }) =>
      <T>(work: (ctx: Ctx) => Promise<T>) =>
        world.act(site, adminActor(admin), work),
  )

test('a person’s competencies are in order of expiry, with the hours and shifts of twelve months', async ({
  as,
  ann,
  bob,
  admin,
  now,
}) => {
  const facts = await as((ctx) => readPersonFacts(ctx, [ann.id, bob.id, admin.id]))
  expect(facts[ann.id]?.held.map(({ name, state }) => [name, state])).toEqual([
    ['First aid', 'ended'],
    ['Powerboat', 'ending'],
    ['Radio', 'held'],
    ['Towing', 'held'],
  ])
  expect(facts[ann.id]).toMatchObject({ hours: 2.5, shifts: 1, upcoming: 3 })
  expect(Date.parse(facts[ann.id]?.last_shift ?? '')).toBe(now - 30 * DAY)
  expect(Date.parse(facts[ann.id]?.next_shift ?? '')).toBe(now + 3 * DAY)
  expect(facts[admin.id]).toEqual({ held: [], hours: 0, shifts: 0, last_shift: null, next_shift: null, upcoming: 0 })
})

test('competencies that expire before a coming shift which needs them are listed, with the number of shifts and the first', async ({
  world,
}) => {
  const site = await world.makeSite({ timezone: 'Pacific/Auckland' })
  const admin = await world.makePerson(site, { role: 'admin' })
  const ann = await world.makePerson(site, { name: 'Ann' })
  const now = world.clock.now().getTime()
  const [first, radio] = [
    await world.insert(site, 'competencies', { name: 'First aid', valid_months: 12 }),
    await world.insert(site, 'competencies', { name: 'Radio', valid_months: null }),
  ]
  const role = await world.insert(site, 'roles', { name: 'Medic', required_competencies: [first.id, radio.id] })
  const event = await world.insert(site, 'events', { name: 'Race', start: new Date(now), end: new Date(now + DAY) })
  const day = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10)
  await world.insert(site, 'records', { person: ann.id, competency: first.id, achieved: day(-355) })
  await world.insert(site, 'records', { person: ann.id, competency: radio.id, achieved: day(100) })
  const shift = (days: number, over = {}) =>
    world.insert(site, 'shifts', {
      event: event.id,
      person: ann.id,
      role: role.id,
      draft: new Date(now),
      start: new Date(now + days * DAY),
      end: new Date(now + days * DAY + 3_600_000),
      ...over,
    })
  for (const days of [-20, 2, 30, 40]) await shift(days)
  await shift(20, { draft: null })
  await shift(25, { role: null })
  const papers = () => world.act(site, adminActor(admin), (ctx) => listEndangeredShifts(ctx, ann.id))
  expect(await papers()).toMatchObject([
    { name: 'Radio', expires: null, shifts: 4, first_event: event.id, first_name: 'Race' },
    { name: 'First aid', shifts: 3 },
  ])
  expect((await papers()).map(({ first_start }) => (Date.parse(first_start) - now) / DAY)).toEqual([2, 20])
  await world.insert(site, 'records', { person: ann.id, competency: radio.id, achieved: day(-3000) })
  await world.insert(site, 'records', { person: ann.id, competency: first.id, achieved: day(-1) })
  expect(await papers()).toEqual([])
})

test('lists hold people with expiring competencies and people not seen for long', async ({ as }) => {
  const names = (filter: Record<string, string>) =>
    as(async (ctx) => {
      const { order, results } = JSON.parse(await engine.list(ctx, 'people', { ...filter, sort: 'name' }))
      return order.map((id: number) => results.people[id].name)
    })
  expect(await names({ ending: 'true' })).toEqual(['Ann'])
  expect(await names({ ending: 'false' })).toEqual(['Ada', 'Bob'])
  expect(await names({ unseen: 'true' })).toEqual(['Ada', 'Bob'])
  expect(await names({ unseen: 'false' })).toEqual(['Ann'])
})
