import { expect } from 'vitest'
import { readBoard } from '#server/cover/board/queries.ts'
import { askPeopleNow, startSearch, stopSearch } from '#server/cover/control.ts'
import { moveCovers } from '#server/cover/tick.ts'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { decideEvent } from '#server/events/decide/commands.ts'
import { listToDo } from '#server/todo/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, log } from '#tests/support/world.ts'

const TIMES = { start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-07-01T11:00:00Z'))
  .extend('event', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...TIMES })).id)
  .extend('shiftOf', ({ world, site, event }) => async (person: number | null) => {
    const shift = { event, person, draft: '2027-06-01T10:00Z', ...TIMES }
    return (await world.insert(site, 'shifts', shift)).id
  })
  .extend(
    'board',
    ({ world, site, admin }) =>
      (chosen: number | null = null) =>
        world.act(site, adminActor(admin), (ctx) => readBoard(ctx, chosen)),
  )

test('the board has the gaps of its own site, with the people asked, next and excluded', async ({
  world,
  site,
  admin,
  member,
  shiftOf,
  board,
}) => {
  const holder = await world.makePerson(site, { name: 'Hamish Holder' })
  const [gap, open] = [await shiftOf(holder.id), await shiftOf(null)]
  const search = await world.act(site, adminActor(admin), async (ctx) => {
    const { id } = await startSearch(ctx, gap)
    await askPeopleNow(ctx, id, [member.id])
    return id
  })
  const shown = await board(search)
  expect(shown.gaps).toMatchObject([{ id: search, shift: gap, name: 'Hamish Holder', asked: 1, declined: 0 }])
  expect(shown.open.map(({ shift, group }) => [shift, group])).toEqual([[open, 3]])
  expect(shown.gap?.asks).toMatchObject([{ person: member.id, answer: null }])
  expect(shown.gap?.candidates.map(({ person }) => person)).toEqual([admin.id])
  const other = await world.makeSite()
  const coordinator = await world.makePerson(other, { role: 'admin' })
  const theirs = await world.act(other, adminActor(coordinator), (ctx) => readBoard(ctx, search))
  expect(theirs).toMatchObject({ gaps: [], open: [], gap: null })
})

test('an event that is called off has no open shift on the board', async ({ world, event, shiftOf, board }) => {
  await shiftOf(null)
  expect((await board()).open).toHaveLength(1)
  await world.superuser.query(`update core.events set decision = 'off', decided_at = now() where id = $1`, [event])
  expect((await board()).open).toEqual([])
})

test('a shift that seeks cover without a search is on the board and the dashboard until one starts', async ({
  world,
  site,
  admin,
  shiftOf,
  board,
}) => {
  const holder = await world.makePerson(site, { name: 'Hamish Holder' })
  const shift = await shiftOf(holder.id)
  const as = <T>(work: (ctx: Ctx) => Promise<T>) => world.act(site, adminActor(admin), work)
  const { id } = await as((ctx) => startSearch(ctx, shift))
  const gaps = async () => (await as((ctx) => listToDo(ctx, { kind: 'gap', limit: 3 }))).items
  expect([(await board()).unsought, await gaps()]).toEqual([[], []])
  await as((ctx) => stopSearch(ctx, id))
  expect((await board()).unsought).toMatchObject([{ shift, name: 'Hamish Holder', group: 3 }])
  expect(await gaps()).toMatchObject([{ id: shift, who: 'Hamish Holder', facts: { cover: null } }])
  await as((ctx) => startSearch(ctx, shift))
  expect((await board()).unsought).toEqual([])
})

test('an event that goes ahead after all resumes its searches, and asks no one twice', async ({
  world,
  site,
  admin,
  member,
  event,
  shiftOf,
  board,
}) => {
  const holder = await world.makePerson(site, { name: 'Hamish Holder' })
  const [shift, open] = [await shiftOf(holder.id), await shiftOf(null)]
  const as = <T>(work: (ctx: Ctx) => Promise<T>) => world.act(site, adminActor(admin), work)
  const tick = () => moveCovers({ pool: world.pool('worker'), clock: world.clock, log })
  for (const one of [shift, open]) await as((ctx) => startSearch(ctx, one))
  await tick()
  const asked = async () => {
    const { rows } = await world.superuser.query('select person::int from core.coverasks where site_id = $1', [site.id])
    return rows.map(({ person }: { person: number }) => person).sort()
  }
  const before = await asked()
  expect(before).toContain(member.id)
  await as((ctx) => decideEvent(ctx, event, { decision: 'off' }))
  world.clock.set(new Date(world.clock.epochMs() + UNDO_WINDOW_MS))
  await tick()
  expect((await board()).gaps).toEqual([])
  await as((ctx) => decideEvent(ctx, event, { decision: null }))
  world.clock.set(new Date(world.clock.epochMs() + UNDO_WINDOW_MS))
  await tick()
  expect((await board()).gaps).toMatchObject([
    { shift, state: 'searching' },
    { shift: open, state: 'searching' },
  ])
  await tick()
  expect(await asked()).toEqual(before)
})

test('an exhausted search offers people whose competencies expired recently, and asks them together', async ({
  world,
  site,
  admin,
  event,
  board,
}) => {
  const { id: competency } = await world.insert(site, 'competencies', { name: 'Powerboat', valid_months: 36 })
  const needs = { required_competencies: [competency] }
  const { id: assignment } = await world.insert(site, 'assignments', { name: 'Safety boat helm', ...needs })
  const people: number[] = []
  for (const [name, achieved] of [
    ['Lapsed Ann', '2024-06-20'],
    ['Lapsed Bo', '2024-06-25'],
    ['Long Lapsed', '2024-01-01'],
    ['Never', null],
  ] as const) {
    const person = await world.makePerson(site, { name })
    people.push(person.id)
    if (achieved) await world.insert(site, 'records', { person: person.id, competency, achieved })
  }
  const shift = await world.insert(site, 'shifts', {
    event,
    assignment,
    person: null,
    draft: '2027-06-01T10:00Z',
    ...TIMES,
  })
  const act = <T>(run: (ctx: never) => Promise<T>) => world.act(site, adminActor(admin), run as never) as Promise<T>
  const { id } = await act((ctx) => startSearch(ctx, shift.id))
  await world.superuser.query(
    `update core.covers set state = 'exhausted', next_rung_at = null, ended = 'nobody_left', ended_at = now() where id = $1`,
    [id],
  )
  const circles = (await board(id)).gap?.circles
  expect(circles).toMatchObject([
    { kind: 'lapsed', people: [{ name: 'Lapsed Ann', until: '2027-06-20' }, { name: 'Lapsed Bo' }] },
  ])
  await act((ctx) =>
    askPeopleNow(
      ctx,
      id,
      circles![0]!.people.map(({ person }) => person),
    ),
  )
  const asked = (await board(id)).gap
  expect([asked?.state, asked?.asks.map(({ name }) => name)]).toEqual(['searching', ['Lapsed Ann', 'Lapsed Bo']])
  await expect(act((ctx) => askPeopleNow(ctx, id, [people[3]!, 987_654_321]))).rejects.toMatchObject({
    code: 'invalid',
  })
  expect((await board(id)).gap?.asks).toHaveLength(2)
})

test('in a larger club where everyone was asked, the board counts them all and lists the silent first', async ({
  world,
  site,
  admin,
  shiftOf,
  board,
}) => {
  const shift = await shiftOf(null)
  const { id } = await world.act(site, adminActor(admin), (ctx) => startSearch(ctx, shift))
  const count = (from: number, to: number, answer: string | null) =>
    world.superuser.query(
      `with p as (insert into core.people (site_id, name, email, role) select $1, 'P' || n, 'p' || n || '@crowd.example', 'user' from generate_series($3::int, $4::int) n returning id)
       insert into core.coverasks (site_id, cover, person, rung, asked_at, channel, answer, answered_at)
       select $1, $2, id, 1, now(), 'email', $5, case when $5::text is not null then now() end from p`,
      [site.id, id, from, to, answer],
    )
  await count(1, 70, 'no')
  await count(71, 150, null)
  const { gap } = await board(id)
  expect(gap).toMatchObject({ asked: 150, declined: 70, groups: [{ rung: 1, asked: 150, declined: 70 }] })
  expect(gap?.asks.filter(({ answer }) => answer === null)).toHaveLength(80)
})

test('the board shows when it is night at the club, where asking by hand reaches people immediately', async ({
  world,
  site,
  admin,
  shiftOf,
  board,
}) => {
  const shift = await shiftOf(null)
  const { id } = await world.act(site, adminActor(admin), (ctx) => startSearch(ctx, shift))
  const nightAt = async (instant: string) => {
    world.clock.set(new Date(instant))
    return (await board(id)).gap?.night
  }
  expect([await nightAt('2027-07-02T11:00:00Z'), await nightAt('2027-07-02T22:30:00Z')]).toEqual([false, true])
  expect(await nightAt('2027-07-09T22:30:00Z')).toBe(false)
})

test('a covered shift stays on the board for a day', async ({ world, site, admin, member, shiftOf, board }) => {
  const shift = await shiftOf(null)
  await world.act(site, adminActor(admin), (ctx) => startSearch(ctx, shift))
  const cover = (at: string) =>
    world.superuser.query(
      `update core.covers set state = 'covered', next_rung_at = null, ended = 'yes', ended_at = $2, covered_by = $3 where shift = $1`,
      [shift, at, member.id],
    )
  await cover('2027-06-30T12:00Z')
  expect((await board()).covered).toMatchObject([{ shift, by: member.name }])
  await cover('2027-06-30T10:00Z')
  expect((await board()).covered).toEqual([])
})
