import { sql } from 'kysely'
import { expect } from 'vitest'
import { type JudgeArgs, judge } from '#server/suitability/queries.ts'
import { worldTest } from '#tests/support/fixture.ts'

const NOW = new Date('2027-07-01T12:00:00Z')
const DAY = { start: '2027-07-10T08:00Z', end: '2027-07-10T15:00Z', draft: '2027-01-01T00:00Z' }

const test = worldTest
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('shift', { scope: 'file' }, ({ world, site }) => async (over: Record<string, unknown> = {}) => {
    const event = over.event ?? (await world.insert(site, 'events', { name: 'Race', ...spanOf(over) })).id
    return (await world.insert(site, 'shifts', { ...DAY, ...over, event })).id
  })
  .extend(
    'judged',
    { scope: 'file' },
    ({ world, site }) =>
      (args: Omit<JudgeArgs, 'now'>, on = { timezone: site.timezone, rest_hours: 0, cover_needs_sign_in: false }) =>
        world.withSite(site.id, (db) => judge(db, on, { ...args, now: NOW })),
  )

const spanOf = ({ start = DAY.start, end = DAY.end }: Record<string, unknown>) => ({ start, end })

test('judges by records, marks, other shifts by their agreed times, and recent shifts', async ({
  world,
  site,
  shift,
  judged,
}) => {
  const competency = (await world.insert(site, 'competencies', { name: 'Powerboat', valid_months: 12 })).id
  const role = (await world.insert(site, 'roles', { name: 'Helm', required_competencies: `{${competency}}` })).id
  const [ann, bob, cem, dee] = [
    await world.makePerson(site, { name: 'Ann' }),
    await world.makePerson(site, { name: 'Bob' }),
    await world.makePerson(site, { name: 'Cem' }),
    await world.makePerson(site, { name: 'Dee', is_active: false }),
  ]
  for (const [person, achieved] of [
    [ann, '2025-01-01'],
    [ann, '2027-01-01'],
    [bob, '2026-07-09'],
    [cem, '2027-01-01'],
    [dee, '2027-01-01'],
  ] as const)
    await world.insert(site, 'records', { person: person.id, competency, achieved })
  const mark = (person: { id: number }, available: number) =>
    world.insert(site, 'availability', {
      person: person.id,
      date: '2027-07-10',
      start: '2027-07-09T23:00Z',
      end: '2027-07-10T22:59:59.999Z',
      available,
    })
  await mark(ann, 1)
  await mark(cem, 0)
  const boat = await shift({ role })
  await shift({
    person: bob.id,
    start: '2027-07-10T05:00Z',
    end: '2027-07-10T07:30Z',
    modified_end: '2027-07-10T08:30Z',
  })
  await shift({ person: ann.id, start: '2027-06-01T08:00Z', end: '2027-06-01T09:00Z' })
  await shift({ person: ann.id, start: '2027-03-01T08:00Z', end: '2027-03-01T09:00Z' })
  await shift({ person: ann.id, draft: null })

  const people = [ann.id, bob.id, cem.id, dee.id]
  const all = (await judged({ shifts: [boat, 999_999_999], people })).get(boat)
  expect(
    all?.map(({ name, obstacles, availability, recent }) => [
      name,
      obstacles.map(({ code }) => code),
      availability,
      recent,
    ]),
  ).toEqual([
    ['Ann', [], 'available', 1],
    ['Bob', ['clash', 'unqualified'], 'unmarked', 0],
    ['Cem', ['unavailable'], 'unmarked', 0],
    ['Dee', ['inactive'], 'unmarked', 0],
  ])
  const withDrafts = (await judged({ shifts: [boat], people: [ann.id], withDrafts: true })).get(boat)
  expect(withDrafts?.[0]?.obstacles).toEqual([{ code: 'clash', words: 'On Race at that time' }])
  const everybody = (await judged({ shifts: [boat] })).get(boat)?.map(({ name }) => name)
  expect(everybody).toEqual(expect.arrayContaining(['Ann', 'Bob', 'Cem']))
  expect(everybody).not.toContain('Dee')
})

test('a shift needs what its role and its assignment require together', async ({ world, site, shift, judged }) => {
  const paper = async (name: string) => (await world.insert(site, 'competencies', { name })).id
  const [boat, radio, tow] = [await paper('Boat'), await paper('Radio'), await paper('Tow')]
  const demanding = async (table: string, ...ids: number[]) =>
    (await world.insert(site, table, { name: 'Safety', required_competencies: `{${ids}}` })).id
  const role = await demanding('roles', radio, boat)
  const assignment = await demanding('assignments', boat, tow)
  const { id: person } = await world.makePerson(site, { name: 'Kit' })
  const missing = async (over: Record<string, unknown>) => {
    const id = await shift(over)
    const judgements = (await judged({ shifts: [id], people: [person] })).get(id)
    return judgements?.[0]?.obstacles.map(({ words }) => words)
  }
  expect(await missing({ role, assignment })).toEqual(['No Boat, No Radio, No Tow'])
  expect(await missing({ assignment })).toEqual(['No Boat, No Tow'])
  expect(await missing({ role })).toEqual(['No Boat, No Radio'])
  await world.insert(site, 'records', { person, competency: boat, achieved: '2027-01-01' })
  expect(await missing({ role, assignment })).toEqual(['No Radio, No Tow'])
  expect(await missing({ assignment })).toEqual(['No Tow'])
  expect(await missing({})).toEqual([])
})

test('finds a shift whose agreed end alone is within the rest', async ({ world, site, shift, judged }) => {
  const eve = await world.makePerson(site, { name: 'Eve' })
  const boat = await shift()
  const late = await shift({
    person: eve.id,
    start: '2027-07-09T12:00Z',
    end: '2027-07-09T14:00Z',
    modified_end: '2027-07-10T01:00Z',
  })
  const codes = async (rest_hours: number, ignoring: number[] = []) => {
    const rules = { timezone: site.timezone, rest_hours, cover_needs_sign_in: false }
    const all = await judged({ shifts: [boat], people: [eve.id], ignoring }, rules)
    return all.get(boat)?.[0]?.obstacles.map(({ code }) => code)
  }
  expect([await codes(7), await codes(8), await codes(8, [late])]).toEqual([[], ['rest'], []])
})

test('reads everything in one statement, however many shifts and people there are', async ({ world, site, shift }) => {
  const count = async (shifts: number[]) => {
    let statements = 0
    await world.withSite(site.id, async (db) => {
      const counted = db.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1
          return node
        },
        transformResult: async ({ result }) => result,
      }) as typeof db
      await judge(counted, { timezone: site.timezone, rest_hours: 0, cover_needs_sign_in: false }, { shifts, now: NOW })
      await sql`select 1`.execute(counted)
    })
    return statements - 1
  }
  const shifts = [await shift()]
  const few = await count(shifts)
  for (let i = 0; i < 20; i++) {
    shifts.push(await shift())
    await world.makePerson(site)
  }
  expect([few, await count(shifts)]).toEqual([1, 1])
})

test("does not know another site's shifts and people", async ({ world, shift, judged }) => {
  const other = await world.makeSite()
  const stranger = await world.makePerson(other)
  const boat = await shift()
  expect((await judged({ shifts: [boat], people: [stranger.id] })).get(boat)).toEqual([])
  const elsewhere = await world.withSite(other.id, (db) =>
    judge(
      db,
      { timezone: 'UTC', rest_hours: 0, cover_needs_sign_in: false },
      { shifts: [boat], people: [stranger.id], now: NOW },
    ),
  )
  expect(elsewhere.size).toBe(0)
})
