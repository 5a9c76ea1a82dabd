import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Site } from '#server/engine/tenancy/site.ts'
import { suggestFor } from '#server/shifts/suggestions/queries.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
let site: Site
let event: number
let role: number
let boat: number

beforeAll(async () => {
  world = await createWorld()
  site = await world.makeSite({ timezone: 'Europe/London' })
  const competency = (await world.insert(site, 'competencies', { name: 'Powerboat L2', valid_months: 36 })).id
  role = (await world.insert(site, 'roles', { name: 'Helm', required_competencies: `{${competency}}` })).id
  event = (await world.insert(site, 'events', { name: 'Race 4', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }))
    .id
  boat = (await shift({ role })).id
  await shift({})
  const ann = await world.makePerson(site, { name: 'Ann' })
  const bob = await world.makePerson(site, { name: 'Bob' })
  const cem = await world.makePerson(site, { name: 'Cem' })
  const dee = await world.makePerson(site, { name: 'Dee' })
  await world.makePerson(site, { name: 'New', role: 'new' })
  await world.makePerson(site, { name: 'Gone', is_active: false })
  await world.insert(site, 'requests', { event, person: bob.id, comments: 'All day' })
  await world.insert(site, 'requests', { event, person: dee.id, declined_at: '2027-01-01T00:00Z' })
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
    await world.insert(site, 'records', { person: person.id, competency, achieved })
})
afterAll(() => world.close())

const shift = (over: Record<string, unknown>) =>
  world.insert(site, 'shifts', { event, start: '2027-07-10T08:00Z', end: '2027-07-10T15:00Z', ...over })
const suggestions = (on = site, of = event) =>
  world.withSite(on.id, (db) => suggestFor(db, { event: of, zone: on.timezone }))

it('knows requests, records and marks, and leaves out who cannot be picked', async () => {
  const all = await suggestions()
  const list = all[boat]?.suggestions ?? []
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
    ['Powerboat L2 ended 9 Jul 2027'],
    ['Unavailable that day'],
  ])
  expect(list.find(({ name }) => name === 'Bob')?.comments).toBe('All day')
})

it('says that somebody is on another event then', async () => {
  const [bob] = (
    await world.superuser.query("select id::int from core.people where name = 'Bob' and site_id = $1", [site.id])
  ).rows
  const other = (
    await world.insert(site, 'events', { name: 'Open day', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' })
  ).id
  const { id } = await shift({ event: other, person: bob.id })
  const list = (await suggestions())[boat]?.suggestions ?? []
  expect(list.find(({ name }) => name === 'Bob')?.against.map(({ words }) => words)).toEqual([
    'No Powerboat L2',
    'On Open day at that time',
  ])
  await world.superuser.query('delete from core.shifts where id = $1', [id])
})

it('reads everything in one statement, however many open places there are', async () => {
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
      await suggestFor(counted, { event: of, zone: site.timezone })
      await sql`select 1`.execute(counted)
    })
    return statements - 1
  }
  const few = await count(event)
  for (let i = 0; i < 30; i++) await shift({ role })
  expect([few, await count(event)]).toEqual([1, 1])
})

it("does not know another site's event", async () => {
  const other = await world.makeSite()
  await expect(suggestions(other)).rejects.toMatchObject({ code: 'not_found' })
})
