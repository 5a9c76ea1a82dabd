import { expect } from 'vitest'
import { getOwnAnswers } from '#server/answers/own.ts'
import { askPeopleNow, startSearch, stopSearch } from '#server/cover/control.ts'
import { listOwnAsks, listOwnSearches } from '#server/cover/own.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor } from '#tests/support/world.ts'

const NOW = new Date('2027-07-01T11:00:00Z')
const TIMES = { start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('holder', ({ world, site }) => world.makePerson(site, { name: 'Hamish Holder' }))
  .extend('event', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...TIMES })).id)
  .extend(
    'shift',
    async ({ world, site, event, holder }) =>
      (await world.insert(site, 'shifts', { event, person: holder.id, draft: '2027-06-01T10:00Z', ...TIMES })).id,
  )
  .extend('search', async ({ world, site, admin, member, shift }) => {
    const { id } = await world.act(site, adminActor(admin), (ctx) => startSearch(ctx, shift))
    await world.act(site, adminActor(admin), (ctx) => askPeopleNow(ctx, id, [member.id]))
    return id
  })
  .extend(
    'asks',
    ({ world, site }) =>
      (person: number, now = NOW) =>
        world.withSite(site.id, (db) => listOwnAsks(db, { person, now })),
  )
  .extend(
    'searches',
    ({ world, site }) =>
      (person: number, now = NOW) =>
        world.withSite(site.id, (db) => listOwnSearches(db, { person, now })),
  )

test('only the person asked reads the request, and only its holder how the search stands', async ({
  search,
  shift,
  asks,
  searches,
  member,
  holder,
}) => {
  expect(search).toBeGreaterThan(0)
  expect(await asks(member.id)).toMatchObject([{ shift, event_name: 'Race', instead_of: 'Hamish Holder', asked: 1 }])
  expect(await asks(holder.id)).toEqual([])
  expect(await searches(holder.id)).toMatchObject([{ shift, state: 'searching', asked: 1, declined: 0 }])
  expect(await searches(member.id)).toEqual([])
})

test('a request ends with its answer, its search, its event and its start', async ({
  world,
  search,
  event,
  asks,
  searches,
  member,
  holder,
}) => {
  const change = (text: string, id: number) => world.superuser.query(text, [id])
  expect(await asks(member.id, new Date(TIMES.start))).toEqual([])
  await change(`update core.coverasks set answer = 'no', answered_at = now() where cover = $1`, search)
  expect(await asks(member.id)).toEqual([])
  expect(await searches(holder.id)).toMatchObject([{ asked: 1, declined: 1 }])
  await change('update core.coverasks set answer = null, answered_at = null where cover = $1', search)
  expect(await asks(member.id)).toHaveLength(1)
  await change(`update core.events set decision = 'off', decided_at = now() where id = $1`, event)
  expect([await asks(member.id), await searches(holder.id)]).toEqual([[], []])
})

test('somebody who only told the coordinators sees that it is still theirs', async ({
  world,
  shift,
  searches,
  holder,
}) => {
  await world.superuser.query(
    `update core.shifts set answer_state = 'seeking_cover', answered_at = now() where id = $1`,
    [shift],
  )
  expect(await searches(holder.id)).toMatchObject([{ shift, state: null, asked: 0, next_rung_at: null }])
})

test('one’s own shift says whether somebody is looked for, from the start of a search to its end', async ({
  world,
  site,
  admin,
  event,
  shift,
  holder,
  member,
}) => {
  const own = (which: { event: number } | { shifts: number[] }, person = holder.id) =>
    world.withSite(site.id, (db) => getOwnAnswers(db, { person, ...which }))
  await world.superuser.query(
    `update core.shifts set answer_state = 'seeking_cover', answered_at = now() where id = $1`,
    [shift],
  )
  expect(await own({ event })).toMatchObject({ [shift]: { answer: 'seeking_cover', sought: false } })
  const { id } = await world.act(site, adminActor(admin), (ctx) => startSearch(ctx, shift))
  expect(await own({ shifts: [shift] })).toMatchObject({ [shift]: { answer: 'seeking_cover', sought: true } })
  await world.act(site, adminActor(admin), (ctx) => stopSearch(ctx, id))
  expect(await own({ event })).toMatchObject({ [shift]: { sought: false } })
  expect(await own({ event }, member.id)).toEqual({})
})
