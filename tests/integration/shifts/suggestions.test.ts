import { sql } from 'kysely'
import { expect } from 'vitest'
import { usualClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { suggestFor } from '#server/shifts/suggestions/queries.ts'
import { worldTest } from '#tests/support/fixture.ts'

/** A race with an open shift for a helm and one for anyone, and people of different suitability. */
const test = worldTest
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('competency', { scope: 'file' }, ({ world, site }) =>
    world.insert(site, 'competencies', { name: 'Powerboat L2', valid_months: 36 }),
  )
  .extend('helm', { scope: 'file' }, ({ world, site, competency }) =>
    world.insert(site, 'roles', { name: 'Helm', required_competencies: `{${competency.id}}` }),
  )
  .extend('race', { scope: 'file' }, ({ world, site }) =>
    world.insert(site, 'events', { name: 'Race 4', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }),
  )
  .extend(
    'shift',
    { scope: 'file' },
    ({ world, site, race }) =>
      (over: Record<string, unknown>) =>
        world.insert(site, 'shifts', { event: race.id, start: '2027-07-10T08:00Z', end: '2027-07-10T15:00Z', ...over }),
  )
  .extend('boat', { scope: 'file', auto: true }, async ({ shift, helm }) => {
    const boat = await shift({ role: helm.id })
    await shift({})
    return boat
  })
  .extend('people', { scope: 'file', auto: true }, async ({ world, site, race, competency }) => {
    const ann = await world.makePerson(site, { name: 'Ann' })
    const bob = await world.makePerson(site, { name: 'Bob' })
    const cem = await world.makePerson(site, { name: 'Cem' })
    const dee = await world.makePerson(site, { name: 'Dee' })
    await world.makePerson(site, { name: 'New', role: 'new' })
    await world.makePerson(site, { name: 'Gone', is_active: false })
    await world.insert(site, 'requests', { event: race.id, person: bob.id, comments: 'All day' })
    await world.insert(site, 'requests', { event: race.id, person: dee.id, declined_at: '2027-01-01T00:00Z' })
    await world.insert(site, 'availability', {
      person: cem.id,
      date: '2027-07-10',
      start: '2027-07-09T23:00Z',
      end: '2027-07-10T22:59:59.999Z',
      available: 0,
    })
    for (const [person, achieved] of [
      [ann, '2025-01-01'],
      [ann, '2020-01-01'],
      [cem, '2025-01-01'],
      [dee, '2024-07-09'],
    ] as const)
      await world.insert(site, 'records', { person: person.id, competency: competency.id, achieved })
    return { ann, bob, cem, dee }
  })
  .extend(
    'suggestions',
    { scope: 'file' },
    ({ world, site, race }) =>
      (on = site) =>
        world.withSite(on.id, (db) =>
          suggestFor(db, { event: race.id, clock: usualClock(on.timezone, world.clock.now()) }),
        ),
  )

test('uses requests, records and marks, and omits people who cannot be chosen', async ({ boat, suggestions }) => {
  const all = await suggestions()
  const list = all[boat.id]?.suggestions ?? []
  expect(list.map(({ name, fits, requested }) => [name, fits, requested])).toEqual([
    ['Ann', true, false],
    ['Bob', false, true],
    ['Cem', false, false],
    ['Dee', false, false],
  ])
  const words = (name: string) => list.find((one) => one.name === name)?.against.map((reason) => reason.words)
  expect([words('Ann'), words('Bob'), words('Dee'), words('Cem')]).toEqual([
    [],
    ['No Powerboat L2'],
    ['Powerboat L2 ended Fri 9 Jul'],
    ['Unavailable that day'],
  ])
  expect(list.find(({ name }) => name === 'Bob')?.comments).toBe('All day')
})

test('a shift whose assignment requires a competency suggests like one whose role does', async ({
  world,
  site,
  competency,
  shift,
  suggestions,
}) => {
  const needs = { required_competencies: `{${competency.id}}` }
  const { id: assignment } = await world.insert(site, 'assignments', { name: 'Safety boat helm', ...needs })
  const { id } = await shift({ assignment })
  const list = (await suggestions())[id]?.suggestions ?? []
  const words = (name: string) => {
    const one = list.find((suggestion) => suggestion.name === name)
    return [...(one?.for ?? []), ...(one?.against ?? [])].map((reason) => reason.words)
  }
  expect(words('Ann')).toContain('Powerboat L2')
  expect(words('Bob')).toContain('No Powerboat L2')
  await world.superuser.query('delete from core.shifts where id = $1', [id])
})

test('shows that a person is on another event then', async ({ world, site, people, boat, shift, suggestions }) => {
  const other = (
    await world.insert(site, 'events', { name: 'Open day', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' })
  ).id
  const { id } = await shift({ event: other, person: people.bob.id })
  const list = (await suggestions())[boat.id]?.suggestions ?? []
  expect(list.find(({ name }) => name === 'Bob')?.against.map(({ words }) => words)).toEqual([
    'No Powerboat L2',
    'On Open day at that time',
  ])
  await world.superuser.query('delete from core.shifts where id = $1', [id])
})

test('reads everything in one statement, however many open shifts there are', async ({
  world,
  site,
  race,
  helm,
  shift,
}) => {
  const count = async (of: number) => {
    let statements = 0
    await world.withSite(site.id, async (db) => {
      const counted = db.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1
          return node
        },
        transformResult: async ({ result }) => result,
      }) as typeof db
      await suggestFor(counted, { event: of, clock: usualClock(site.timezone, world.clock.now()) })
      await sql`select 1`.execute(counted)
    })
    return statements - 1
  }
  const few = await count(race.id)
  for (let i = 0; i < 30; i++) await shift({ role: helm.id })
  expect([few, await count(race.id)]).toEqual([1, 1])
})

test("does not know another site's event", async ({ world, suggestions }) => {
  const other = await world.makeSite()
  await expect(suggestions(other)).rejects.toMatchObject({ code: 'not_found' })
})
