import { expect } from 'vitest'
import { answerShift } from '#server/answers/commands.ts'
import { pauseSearch } from '#server/cover/control.ts'
import { readCoverPage } from '#server/cover/links/commands.ts'
import { ownAsks } from '#server/cover/own.ts'
import { moveCovers } from '#server/cover/tick.ts'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { test as base } from '#tests/support/cover.ts'
import { messagingFor, NOTICE_SECRET } from '#tests/support/messages/messaging.ts'
import { log, memberActor, SYSTEM } from '#tests/support/world.ts'

const MOVED = { start: '2027-07-02T10:00Z', end: '2027-07-02T16:00Z' }

/** People whom a search for an open shift asks; the admin is not among them. */
const test = base
  .extend('people', async ({ world, site, admin }) => {
    await world.superuser.query('update core.people set cover_requests = false where id = $1', [admin.id])
    const people = []
    for (let i = 0; i < 5; i++) people.push(await world.makePerson(site, { name: `Person ${i}` }))
    return people
  })
  .extend(
    'tick',
    ({ world }) =>
      () =>
        moveCovers({ pool: world.pool('worker'), clock: world.clock, log }),
  )
  .extend('move', ({ world }) => async (shift: number, { start, end }: { start: string; end: string }) => {
    await world.superuser.query('update core.shifts set start = $2, "end" = $3 where id = $1', [shift, start, end])
  })
  .extend('asksOf', ({ world }) => async (shift: number) => {
    const { rows } = await world.superuser.query(
      `select a.id::int, a.cover::int, a.person::int from core.covers c join core.coverasks a on a.site_id = c.site_id and a.cover = c.id
       where c.shift = $1 order by a.id`,
      [shift],
    )
    return rows as { id: number; cover: number; person: number }[]
  })
  .extend('sent', ({ world, site }) => async () => {
    const { messaging, transports } = messagingFor(world)
    await messaging.drain()
    await messaging.stop()
    return transports.email.sent.filter((mail) => mail.site === site.id)
  })

test('a search for an open shift starts again once the shift is on another day, by the time left then', async ({
  world,
  site,
  people,
  shiftOf,
  searchFor,
  answer,
  tick,
  move,
  asksOf,
  sent,
  coversOf,
}) => {
  const shift = await shiftOf(null)
  const search = await searchFor(shift)
  await tick()
  const asked = await asksOf(shift)
  expect(asked).toHaveLength(3)
  await answer(asked[0]!.id, 'no')
  const link = (await sent()).map(({ text }) => /\/cover\/([\w.-]+)\?answer=yes/.exec(text)?.[1]).at(-1)
  const page = () => world.act(site, SYSTEM, (ctx) => readCoverPage(ctx, NOTICE_SECRET, link!))
  expect(await page()).toMatchObject({ state: 'open' })

  await move(shift, MOVED)
  await expect(answer(asked[1]!.id, 'yes')).rejects.toMatchObject({ code: 'conflict' })
  await expect(page()).rejects.toMatchObject({ code: 'not_found' })
  const own = await world.withSite(site.id, (db) =>
    ownAsks({ person: asked[1]!.person, now: world.clock.now() }).execute(db),
  )
  expect(own.rows).toEqual([])

  await tick()
  await tick()
  expect(await coversOf(shift)).toMatchObject([
    { state: 'stopped', ended: 'asked_again' },
    { state: 'searching', person: null },
  ])
  const anew = (await asksOf(shift)).filter(({ cover }) => cover !== search)
  expect(anew.map(({ person }) => person).sort()).toEqual(people.map(({ id }) => id).sort())
  const mails = await sent()
  expect(mails.filter(({ kind }) => kind === 'cover.asked')).toHaveLength(5)
  const thanks = mails.filter(({ kind }) => kind === 'cover.taken')
  expect(thanks).toHaveLength(2)
  expect(thanks[0]?.text).toMatch(/10 Jul/)
  expect(thanks[0]?.text).toContain('has changed since you were asked')
  await expect(page()).rejects.toMatchObject({ code: 'not_found' })
  await answer(anew[0]!.id, 'yes')
  expect(await coversOf(shift)).toMatchObject([{ ended: 'asked_again' }, { state: 'covered' }])
})

test('half an hour on the same day changes nothing, two of them count together, and so does another place', async ({
  world,
  site,
  event,
  people,
  shiftOf,
  searchFor,
  tick,
  move,
  coversOf,
}) => {
  expect(people).toHaveLength(5)
  const shift = await shiftOf(null)
  await searchFor(shift)
  const statesAfter = async () => {
    await tick()
    return (await coversOf(shift)).map(({ state }) => state)
  }
  await tick()
  await move(shift, { start: '2027-07-10T08:30Z', end: '2027-07-10T16:00Z' })
  expect(await statesAfter()).toEqual(['searching'])
  await move(shift, { start: '2027-07-10T08:31Z', end: '2027-07-10T16:00Z' })
  expect(await statesAfter()).toEqual(['stopped', 'searching'])
  const { id: location } = await world.insert(site, 'locations', { name: 'North pier' })
  await world.superuser.query('update core.events set location = $2 where id = $1', [event, location])
  expect(await statesAfter()).toEqual(['stopped', 'stopped', 'searching'])
})

test('a request that waits to be sent names the times at which the shift is by then', async ({
  people,
  shiftOf,
  searchFor,
  tick,
  move,
  sent,
}) => {
  expect(people).toHaveLength(5)
  const shift = await shiftOf(null)
  await searchFor(shift)
  await tick()
  await move(shift, { start: '2027-07-10T08:20Z', end: '2027-07-10T15:50Z' })
  const mails = await sent()
  expect(mails).toHaveLength(3)
  for (const { text } of mails) {
    expect(text).toMatch(/9:20[\s\S]*4:50/)
    expect(text).not.toMatch(/9:00|5:00/)
  }
})

test('a paused search stays paused for the new day, and a stuck one asks again', async ({
  world,
  act,
  people,
  shiftOf,
  searchFor,
  tick,
  move,
  coversOf,
}) => {
  expect(people).toHaveLength(5)
  const [paused, stuck] = [await shiftOf(null), await shiftOf(null)]
  const search = await searchFor(paused)
  await act((ctx) => pauseSearch(ctx, search))
  await searchFor(stuck)
  await world.superuser.query(
    `update core.covers set state = 'exhausted', next_rung_at = null, ended = 'nobody_left', ended_at = now() where shift = $1`,
    [stuck],
  )
  for (const shift of [paused, stuck]) await move(shift, MOVED)
  await tick()
  expect(await coversOf(paused)).toMatchObject([{ ended: 'asked_again' }, { state: 'paused' }])
  expect(await coversOf(stuck)).toMatchObject([{ ended: 'asked_again' }, { state: 'searching' }])
})

test('declining the new day too starts a separate search, even before the old one has ended', async ({
  world,
  site,
  holder,
  people,
  shiftOf,
  searchFor,
  tick,
  move,
  asksOf,
  coversOf,
}) => {
  const shift = await shiftOf(holder)
  await searchFor(shift)
  await tick()
  expect(await asksOf(shift)).toHaveLength(3)
  await move(shift, MOVED)
  const say = async (answer: 'confirmed' | 'declined') => {
    await world.act(site, memberActor(holder), (ctx) =>
      answerShift(ctx, shift, { answer, reason: '', cover: true, release: false }),
    )
    world.clock.set(new Date(world.clock.epochMs() + UNDO_WINDOW_MS))
  }
  await say('declined')
  expect(await coversOf(shift)).toMatchObject([{ ended: 'asked_again' }, { state: 'searching', person: holder.id }])
  await tick()
  expect(await asksOf(shift)).toHaveLength(3 + people.length)
  // Five minutes are no other time: the search continues and asks no one twice.
  await say('confirmed')
  await move(shift, { ...MOVED, start: '2027-07-02T10:05Z' })
  await say('declined')
  await tick()
  expect(await coversOf(shift)).toHaveLength(2)
  expect(await asksOf(shift)).toHaveLength(3 + people.length)
})

test('no request is sent while a change of its shift can be undone', async ({
  world,
  site,
  admin,
  member,
  api,
  shiftOf,
  searchFor,
  ask,
  sent,
}) => {
  const shift = await shiftOf(null)
  await ask(await searchFor(shift), member)
  const headers = await api.signIn(site, admin)
  const body = { ids: [shift], changes: { end: '2027-07-10T16:10:00Z' } }
  const { status } = await api.call(site, { method: 'POST', path: '/shifts/bulk', headers, body })
  expect(status).toBe(200)
  expect(await sent()).toEqual([])
  world.clock.set(new Date(world.clock.epochMs() + UNDO_WINDOW_MS))
  expect(await sent()).toMatchObject([{ kind: 'cover.asked', to: member.email }])
})
