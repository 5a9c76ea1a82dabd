import { expect } from 'vitest'
import { getOwnAnswers } from '#server/answers/own.ts'
import { askPeopleNow, startSearch, stopSearch } from '#server/cover/control.ts'
import { listOwnSearches, ownAsks } from '#server/cover/own.ts'
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
        world.withSite(site.id, async (db) => (await ownAsks({ person, now }).execute(db)).rows),
  )
  .extend(
    'searches',
    ({ world, site }) =>
      (person: number, now = NOW) =>
        world.withSite(site.id, (db) => listOwnSearches(db, { person, now })),
  )

test('only the person asked reads the request, and only the shift’s person the progress of the search', async ({
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

const CLOSE = `update core.covers set state = 'stopped', ended = 'stopped', ended_at = now(), next_rung_at = null where id = $1`

test('a stopped search asks no one else, and the shift’s person sees none', async ({
  world,
  search,
  asks,
  searches,
  member,
  holder,
  shift,
}) => {
  await world.superuser.query(CLOSE, [search])
  expect(await asks(member.id)).toEqual([])
  expect(await searches(holder.id)).toMatchObject([{ shift, state: null, asked: 0, declined: 0 }])
})

test.for([
  ['started early', 'update core.shifts set actual_start = now() where id = $1'],
  ['unpublished', 'update core.shifts set draft = null where id = $1'],
])(
  'a shift that is %s is neither asked about nor sought for',
  async ([, text], { world, search, shift, asks, searches, member, holder }) => {
    expect(search).toBeGreaterThan(0)
    await world.superuser.query(text!, [shift])
    expect([await asks(member.id), await searches(holder.id)]).toEqual([[], []])
  },
)

test('a shift that has begun on the clock, and one that its person can do, are not sought for', async ({
  world,
  site,
  event,
  search,
  searches,
  holder,
  shift,
}) => {
  expect(search).toBeGreaterThan(0)
  await world.insert(site, 'shifts', { event, person: holder.id, draft: '2027-06-01T10:00Z', ...TIMES })
  expect(await searches(holder.id)).toMatchObject([{ shift }])
  expect(await searches(holder.id, new Date(TIMES.start))).toEqual([])
})

test('a person who only told the coordinators sees that the shift is still theirs', async ({
  world,
  shift,
  searches,
  holder,
}) => {
  await world.superuser.query(
    `insert into core.answers (site_id, shift, person, answer, via, at) select site_id, id, person, 'seeking_cover', 'screen', now() from core.shifts where id = $1`,
    [shift],
  )
  expect(await searches(holder.id)).toMatchObject([{ shift, state: null, asked: 0, next_rung_at: null }])
})

test('an own shift shows its search, from start to end', async ({
  world,
  site,
  admin,
  event,
  shift,
  holder,
  member,
}) => {
  const own = (which: { event: number } | { shifts: number[] }, person = holder.id) =>
    world.withSite(site.id, (db) => getOwnAnswers(db, { person, now: world.clock.now(), ...which }))
  await world.superuser.query(
    `insert into core.answers (site_id, shift, person, answer, via, at) select site_id, id, person, 'seeking_cover', 'screen', now() from core.shifts where id = $1`,
    [shift],
  )
  expect(await own({ event })).toMatchObject({ [shift]: { answer: 'seeking_cover', nudged: false, sought: false } })
  const { id } = await world.act(site, adminActor(admin), (ctx) => startSearch(ctx, shift))
  expect(await own({ shifts: [shift] })).toMatchObject({ [shift]: { answer: 'seeking_cover', sought: true } })
  await world.act(site, adminActor(admin), (ctx) => stopSearch(ctx, id))
  expect(await own({ event })).toMatchObject({ [shift]: { sought: false } })
  expect(await own({ event }, member.id)).toEqual({})
})

test('a request shows its reader’s shifts on the day, whether they are free, and when they were last asked', async ({
  world,
  site,
  admin,
  event,
  shift,
  search,
  asks,
  member,
}) => {
  expect(search).toBeGreaterThan(0)
  expect(await asks(member.id)).toMatchObject([{ competencies: [], free: true, last_asked: null }])
  const [helm, radio] = [
    await world.insert(site, 'competencies', { name: 'Helm', valid_months: 12 }),
    await world.insert(site, 'competencies', { name: 'Radio', valid_months: 12 }),
  ]
  const role = await world.insert(site, 'roles', { name: 'Helm', required_competencies: [radio.id] })
  const assignment = await world.insert(site, 'assignments', { name: 'Patrol', required_competencies: [helm.id] })
  await world.insert(site, 'records', { person: member.id, competency: helm.id, achieved: '2026-07-10' })
  await world.insert(site, 'records', { person: member.id, competency: radio.id, achieved: '2026-07-09' })
  await world.superuser.query('update core.shifts set role = $2, assignment = $3 where id = $1', [
    shift,
    role.id,
    assignment.id,
  ])
  await world.superuser.query('update core.covers set sought_role = $2, sought_assignment = $3 where id = $1', [
    search,
    role.id,
    assignment.id,
  ])
  const other = { event, draft: '2027-06-01T10:00Z', start: '2027-07-10T15:00Z', end: '2027-07-10T18:00Z' }
  await world.insert(site, 'shifts', { ...other, person: member.id })
  const open = await world.insert(site, 'shifts', { ...other, start: TIMES.end, end: '2027-07-10T20:00Z' })
  const { id } = await world.act(site, adminActor(admin), (ctx) => startSearch(ctx, open.id))
  await world.superuser.query(
    `insert into core.coverasks (site_id, cover, person, asked_at, rung, channel, answer, answered_at)
     values ($1, $2, $3, '2027-06-20T10:00Z', 1, 'email', 'no', '2027-06-20T11:00Z')`,
    [site.id, id, member.id],
  )
  expect(await asks(member.id)).toMatchObject([
    { shift, competencies: ['Helm'], free: false, last_asked: '2027-06-20T10:00:00.000Z' },
  ])
})
