import { expect } from 'vitest'
import { readBoard } from '#server/cover/board/queries.ts'
import { askPerson, startSearch } from '#server/cover/control.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor } from '#tests/support/world.ts'

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

test('the board has the gaps of its own site, with who was asked, who is next and who is left out', async ({
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
    await askPerson(ctx, id, member.id)
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
