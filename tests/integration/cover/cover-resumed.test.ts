import { expect } from 'vitest'
import { answerShift } from '#server/answers/commands.ts'
import { answerAsk } from '#server/cover/answer.ts'
import { advanceSearch, askPeopleNow, pauseSearch, startSearch, stopSearch } from '#server/cover/control.ts'
import { moveCovers } from '#server/cover/tick.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { publishShift, unpublishShift } from '#server/publishing/commands.ts'
import { test as base } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { adminActor, log } from '#tests/support/world.ts'

const TIMES = { start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }

/** A search for cover of Hamish's shift whose first people were asked. */
const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-07-01T11:00:00Z'))
  .extend('shift', async ({ world, site }) => {
    const { id: event } = await world.insert(site, 'events', { name: 'Race', ...TIMES })
    const { id: person } = await world.makePerson(site, { name: 'Hamish Holder' })
    return (await world.insert(site, 'shifts', { event, person, draft: '2027-06-01T10:00Z', ...TIMES })).id
  })
  .extend(
    'as',
    ({ world, site, admin }) =>
      <T>(work: (ctx: Ctx) => Promise<T>) =>
        world.act(site, adminActor(admin), work),
  )
  .extend(
    'tick',
    ({ world }) =>
      () =>
        moveCovers({ pool: world.pool('worker'), clock: world.clock, log }),
  )
  .extend('searches', ({ world, site }) => async () => {
    const { rows } = await world.superuser.query(
      `select c.id::int, c.state, c.ended, count(a.id)::int as asked from core.covers c left join core.coverasks a on a.site_id = c.site_id and a.cover = c.id
       where c.site_id = $1 group by c.site_id, c.id order by c.id`,
      [site.id],
    )
    return rows
  })
  .extend('search', async ({ as, shift, tick, member }) => {
    expect(member.id).toBeGreaterThan(0)
    const { id } = await as((ctx) => startSearch(ctx, shift))
    await tick()
    return id
  })

test('a search that ended because its shift was unpublished resumes once it is published again', async ({
  as,
  shift,
  search,
  tick,
  searches,
}) => {
  const [before] = await searches()
  expect(before).toMatchObject({ id: search, state: 'searching', asked: 2 })
  await as((ctx) => unpublishShift(ctx, shift))
  await tick()
  expect(await searches()).toMatchObject([{ state: 'stopped', ended: 'cancelled' }])
  await tick()
  expect(await searches()).toMatchObject([{ state: 'stopped', ended: 'cancelled' }])
  await as((ctx) => publishShift(ctx, shift))
  await tick()
  await tick()
  expect(await searches()).toEqual([before])
})

test('a paused search stays paused, and one that a coordinator stopped stays stopped', async ({
  world,
  site,
  as,
  shift,
  search,
  tick,
  searches,
  admin,
}) => {
  await world.superuser.query(
    `update core.covers set state = 'paused', next_rung_at = null, paused_by = $2 where site_id = $1`,
    [site.id, admin.id],
  )
  const republish = async () => {
    await as((ctx) => unpublishShift(ctx, shift))
    await tick()
    await as((ctx) => publishShift(ctx, shift))
    await tick()
  }
  await republish()
  expect(await searches()).toMatchObject([{ id: search, state: 'paused', ended: null }])
  await as((ctx) => stopSearch(ctx, search))
  await republish()
  expect(await searches()).toMatchObject([{ id: search, state: 'stopped', ended: 'stopped' }])
})

test('no search resumes for a person who can come after all, or for a reassigned shift', async ({
  world,
  as,
  shift,
  search,
  tick,
  searches,
  member,
}) => {
  await as((ctx) => unpublishShift(ctx, shift))
  await tick()
  await world.superuser.query('update core.shifts set person = $2 where id = $1', [shift, member.id])
  await as((ctx) => publishShift(ctx, shift))
  await tick()
  expect(await searches()).toMatchObject([{ id: search, state: 'stopped', ended: 'cancelled' }])
})

test('requests withdrawn before sending are sent once the search resumes, and no others', async ({
  world,
  site,
  admin,
  member,
  as,
  shift,
  search,
}) => {
  const refusing = await world.makePerson(site, { name: 'Nora No' })
  await as((ctx) => askPeopleNow(ctx, search, [refusing.id]))
  const { rows: asks } = await world.superuser.query(
    'select id::int from core.coverasks where cover = $1 and person = $2',
    [search, refusing.id],
  )
  await as((ctx) => answerAsk(ctx, asks[0].id, 'no', 'screen'))
  await world.superuser.query("update core.deliveries set state = 'sent' where site_id = $1 and person = $2", [
    site.id,
    member.id,
  ])
  const requests = async () => {
    const { rows } = await world.superuser.query(
      "select person::int, state from core.deliveries where site_id = $1 and kind = 'cover.asked' order by id",
      [site.id],
    )
    return Object.fromEntries(rows.map(({ person, state }) => [person, state]))
  }
  const answer = (to: 'confirmed' | 'declined') =>
    as((ctx) => answerShift(ctx, shift, { answer: to, reason: '', cover: true, release: false }))
  await answer('confirmed')
  const withdrawn = { [admin.id]: 'cancelled', [member.id]: 'sent', [refusing.id]: 'cancelled' }
  expect(await requests()).toEqual(withdrawn)
  await answer('declined')
  expect(await requests()).toEqual({ ...withdrawn, [admin.id]: 'queued' })

  await answer('confirmed')
  const night = new Date('2027-07-01T23:00:00Z')
  world.clock.set(night)
  await answer('declined')
  const { rows } = await world.superuser.query(
    "select due_at from core.deliveries where person = $1 and kind = 'cover.asked' and state = 'queued'",
    [admin.id],
  )
  expect(rows[0].due_at.getTime()).toBeGreaterThan(night.getTime() + 6 * 3_600_000)
})

test('coordinators are notified each time that no one is left to ask, and once of each', async ({
  world,
  site,
  as,
  search,
  shift,
  tick,
  searches,
}) => {
  const say = (answer: 'confirmed' | 'declined') =>
    as((ctx) => answerShift(ctx, shift, { answer, reason: '', cover: true, release: false }))
  const exhaust = async () => {
    for (const _ of [1, 2]) {
      world.clock.set(new Date(world.clock.now().getTime() + 25 * 3_600_000))
      await tick()
    }
    expect(await searches()).toMatchObject([{ state: 'exhausted' }])
  }
  const { messaging, transports } = messagingFor(world)
  const heard = async () => {
    await messaging.drain()
    return transports.email.sent.filter((mail) => mail.site === site.id && mail.kind === 'cover.exhausted').length
  }
  await exhaust()
  expect(await heard()).toBe(1)
  await as((ctx) => advanceSearch(ctx, search))
  expect(await heard()).toBe(1)
  await say('confirmed')
  await say('declined')
  await exhaust()
  expect(await heard()).toBe(2)
  await as((ctx) => unpublishShift(ctx, shift))
  await tick()
  await as((ctx) => publishShift(ctx, shift))
  await tick()
  await exhaust()
  expect(await heard()).toBe(3)
  await messaging.stop()
})

test('a pause outlasts a yes followed by a no, until a coordinator resumes; it does not come back', async ({
  as,
  world,
  shift,
  search,
  tick,
  searches,
}) => {
  const say = (answer: 'confirmed' | 'declined', cover = true) =>
    as((ctx) => answerShift(ctx, shift, { answer, reason: '', cover, release: false }))
  const state = async () => (await searches()).map((one: { state: string }) => one.state)
  await as((ctx) => pauseSearch(ctx, search))
  await say('confirmed')
  await say('declined')
  expect(await state()).toEqual(['paused'])
  await say('confirmed')
  await say('declined', false)
  expect(await as((ctx) => startSearch(ctx, shift))).toEqual({ id: search })
  expect(await state()).toEqual(['searching'])
  await as((ctx) => unpublishShift(ctx, shift))
  await tick()
  await as((ctx) => publishShift(ctx, shift))
  await tick()
  expect(await state()).toEqual(['searching'])

  // Nor does a pause stored by an earlier version of a resumed search.
  await world.superuser.query('update core.covers set paused_by = started_by where id = $1', [search])
  await say('confirmed')
  await say('declined')
  expect(await state()).toEqual(['searching'])
  await as((ctx) => pauseSearch(ctx, search))
  await as((ctx) => stopSearch(ctx, search))
  await say('confirmed')
  await say('declined')
  expect(await state()).toEqual(['searching'])
})
