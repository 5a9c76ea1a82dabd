import { expect } from 'vitest'
import { readBoard } from '#server/cover/board/queries.ts'
import { stopSearch } from '#server/cover/control.ts'
import { listToDo } from '#server/todo/queries.ts'
import { test as base, TIMES } from '#tests/support/cover.ts'

const EXHAUST = `update core.covers set state = 'exhausted', next_rung_at = null, ended = 'nobody_left', ended_at = now() where id = $1`
const PAUSE = `update core.covers set state = 'paused', next_rung_at = null where id = $1`

const test = base
  .extend(
    'board',
    ({ act }) =>
      (chosen: number | null = null) =>
        act((ctx) => readBoard(ctx, chosen)),
  )
  .extend(
    'openOnes',
    ({ board }) =>
      async () =>
        (await board()).open.map(({ shift }) => shift),
  )

test('searches are gaps while they are stuck, paused or running, and no longer once stopped', async ({
  world,
  shiftOf,
  searchFor,
  act,
  board,
}) => {
  const searches: number[] = []
  for (let i = 0; i < 4; i++) searches.push(await searchFor(await shiftOf(null)))
  const [runs, paused, stuck, stopped] = searches as [number, number, number, number]
  await world.superuser.query(PAUSE, [paused])
  await world.superuser.query(EXHAUST, [stuck])
  await act((ctx) => stopSearch(ctx, stopped))
  const { gaps, total } = await board()
  expect(gaps.map(({ id, state }) => [id, state])).toEqual([
    [stuck, 'exhausted'],
    [runs, 'searching'],
    [paused, 'paused'],
  ])
  expect(total).toEqual({ stuck: 1, searching: 1, paused: 1, unsought: 0, open: 1 })
  const toDo = await act((ctx) => listToDo(ctx, { kind: 'gap', limit: 5 }))
  expect(toDo.items.map(({ facts }) => facts.cover)).toEqual([stuck])
})

test('open shifts are published, ahead, of an event that takes place, and without a search', async ({
  world,
  site,
  holder,
  shiftOf,
  searchFor,
  act,
  openOnes,
}) => {
  const open = await shiftOf(null)
  const once = await shiftOf(null)
  const search = await searchFor(once)
  expect(await openOnes()).toEqual([open])
  await act((ctx) => stopSearch(ctx, search))
  expect(await openOnes()).toEqual([open, once])
  const { id: archived } = await world.insert(site, 'events', { name: 'Archived', ...TIMES, archived: true })
  await shiftOf(holder)
  await shiftOf(null, { draft: null })
  await shiftOf(null, { start: '2027-06-30T08:00Z' })
  await shiftOf(null, { event: archived })
  expect(await openOnes()).toEqual([open, once])
})

test('the board shows the chosen search, with its own requests and answers', async ({
  world,
  site,
  member,
  shiftOf,
  searchFor,
  ask,
  answer,
  board,
}) => {
  const [one, two] = [await searchFor(await shiftOf(null)), await searchFor(await shiftOf(null))]
  const people = [member, await world.makePerson(site), await world.makePerson(site)]
  await answer(await ask(one, people[0]!), 'no')
  await ask(one, people[1]!)
  await ask(two, people[2]!)
  const shown = await board(two)
  expect(shown.gap).toMatchObject({ id: two, asked: 1, declined: 0, asks: [{ person: people[2]!.id }] })
  expect(shown.gaps.find(({ id }) => id === one)).toMatchObject({ asked: 2, declined: 1 })
  expect((await board(one)).gap?.asks.map(({ person }) => person)).toEqual([people[0]!.id, people[1]!.id])
  expect((await board(987_654_321)).gap?.id).toBe(one)
})

test('wider circles are offered only once no one is left to ask', async ({
  world,
  site,
  member,
  shiftOf,
  searchFor,
  board,
}) => {
  const search = await searchFor(await shiftOf(null))
  await world.insert(site, 'availability', {
    ...{ person: member.id, date: '2027-07-10', available: 2 },
    ...{ start: '2027-07-09T23:00Z', end: '2027-07-10T22:59:59.999Z' },
  })
  const kinds = async () => (await board(search)).gap?.circles.map(({ kind }) => kind)
  expect(await kinds()).toEqual([])
  await world.superuser.query(EXHAUST, [search])
  expect(await kinds()).toEqual(['if_required'])
})

test('each heap has pages of a hundred, and the chosen search is shown from every page', async ({
  world,
  event,
  site,
  holder,
  act,
}) => {
  const add = async (count: number, columns = '', values = '') => {
    const { rows } = await world.superuser.query(
      `insert into core.shifts (site_id, event, draft, start, "end"${columns})
       select $1, $2, '2027-06-01T10:00Z', $3::timestamptz + n * interval '1 second', $4${values} from generate_series(1, ${count}) n returning id::int`,
      [site.id, event, TIMES.start, TIMES.end],
    )
    return rows.map(({ id }) => id as number)
  }
  const open = await add(101)
  const without = await add(103, ', person', `, ${holder.id}`)
  await world.superuser.query(
    `insert into core.answers (site_id, shift, person, answer, via, at) select site_id, id, person, 'seeking_cover', 'screen', now() from core.shifts where id = any ($1)`,
    [without],
  )
  const { rows: made } = await world.superuser.query(
    `insert into core.covers (site_id, shift, state, started_at) select $1, id, 'paused', now() from unnest($2::bigint[]) id returning id::int`,
    [site.id, await add(102)],
  )
  const searches = made.map(({ id }) => id as number)
  const board = (pages: object, chosen: number | null = null) => act((ctx) => readBoard(ctx, chosen, pages))
  const first = await board({})
  expect([first.open.length, first.gaps.length, first.unsought.length]).toEqual([100, 100, 100])
  expect(first.total).toMatchObject({ open: 101, paused: 102, unsought: 103 })
  const next = await board({ open: 2, searches: 2, unsought: 2 }, searches[0]!)
  expect(next.open.map(({ shift }) => shift)).toEqual(open.slice(100))
  expect(next.gaps.map(({ id }) => id)).toEqual(searches.slice(100))
  expect(next.unsought.map(({ shift }) => shift)).toEqual(without.slice(100))
  expect([next.gap?.id, next.pages]).toEqual([searches[0], { open: 2, searches: 2, unsought: 2 }])
  expect(next.total).toEqual(first.total)
  const beyond = await board({ open: 3, searches: Number.MAX_SAFE_INTEGER })
  expect([beyond.open, beyond.pages]).toEqual([first.open, { open: 1, searches: 1, unsought: 1 }])
})

test('covered shifts are listed latest first', async ({
  world,
  site,
  member,
  shiftOf,
  searchFor,
  ask,
  answer,
  board,
}) => {
  const shifts: number[] = []
  for (const person of [member, await world.makePerson(site)]) {
    const shift = await shiftOf(null)
    await answer(await ask(await searchFor(shift), person), 'yes')
    shifts.push(shift)
    world.clock.set(new Date('2027-07-01T12:00:00Z'))
  }
  expect((await board()).covered.map(({ shift }) => shift)).toEqual(shifts.reverse())
})
