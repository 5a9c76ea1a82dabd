import { expect } from 'vitest'
import { moveCovers } from '#server/cover/tick.ts'
import { advanceSwaps } from '#server/swaps/tick.ts'
import { advanceWaiting } from '#server/waiting/tick.ts'
import { messagingFor, tell } from '#tests/support/messages/messaging.ts'
import { test as base, NOW } from '#tests/support/swaps.ts'
import { log, type Person } from '#tests/support/world.ts'

/** Changes that a screen can still undo end no search, hold, place on a waiting list or swap. */
const test = base
  .extend('site', ({ world }) =>
    world.makeSite({ timezone: 'UTC', self_assign: true, approve_swaps: true, quiet_end: '05:00' }),
  )
  .extend('ada', async ({ called, admin, world }) => {
    await world.superuser.query('update core.people set cover_requests = false where id = $1', [admin.id])
    return called(admin)
  })
  .extend(
    'put',
    ({ ada }) =>
      (shift: number, person: Person | null, was: Person | null) =>
        ada('PUT', '/roster/people', { steps: [{ shift, person: person?.id ?? null, was: was?.id ?? null }] }),
  )
  .extend('after', ({ world }) => async (seconds: number) => {
    world.clock.set(new Date(NOW.getTime() + seconds * 1_000))
    const deps = { pool: world.pool('worker'), clock: world.clock, log }
    await moveCovers(deps)
    await advanceWaiting(deps)
    await advanceSwaps(deps)
  })
  .extend('rows', ({ world }) => async (query: string, ...values: unknown[]) => {
    return (await world.superuser.query(query, values)).rows
  })

/** The next day, by when coordinators hear of a "can’t come" immediately. */
const SOON = { start: '2027-06-20T09:00:00Z', end: '2027-06-20T12:00:00Z' }

test('a wrong name that is reverted does not affect a search and its invitees; one that stays ends it', async ({
  as,
  put,
  after,
  rows,
  member,
  priya,
  tomasz,
  shiftOn,
  messages,
}) => {
  const shift = await shiftOn(10, member)
  await (await as(member))('PUT', `/shifts/${shift}/answer`, { answer: 'declined' })
  await after(60)
  const searches = () => rows('select state, ended from core.covers where shift = $1', shift)
  const asked = async () =>
    [...(await messages(priya)), ...(await messages(tomasz))].filter((one) => one.startsWith('cover.'))
  expect(await asked()).toEqual(['cover.asked queued', 'cover.asked queued'])
  await put(shift, priya, member)
  await after(63)
  await put(shift, member, priya)
  await after(66)
  await after(200)
  expect(await searches()).toEqual([{ state: 'searching', ended: null }])
  expect(await asked()).toEqual(['cover.asked queued', 'cover.asked queued'])
  expect(await rows('select answer from core.shift_facts where id = $1', shift)).toEqual([{ answer: 'seeking_cover' }])

  await put(shift, priya, member)
  await after(203)
  expect(await searches()).toEqual([{ state: 'searching', ended: null }])
  await after(230)
  expect(await searches()).toEqual([{ state: 'stopped', ended: 'filled' }])
})

test('a yes to cover that a wrong name prevents counts once the name is reverted, and is answered if it stays', async ({
  as,
  put,
  after,
  rows,
  member,
  priya,
  tomasz,
  shiftOn,
  messages,
  world,
}) => {
  const [reverted, kept] = [await shiftOn(10, member), await shiftOn(11, member)]
  const tom = await as(tomasz)
  for (const shift of [reverted, kept])
    await (await as(member))('PUT', `/shifts/${shift}/answer`, { answer: 'declined' })
  await after(60)
  for (const shift of [reverted, kept]) {
    await put(shift, priya, member)
    const [ask] = await rows(
      'select a.id::int from core.coverasks a join core.covers c on c.id = a.cover where c.shift = $1 and a.person = $2',
      ...[shift, tomasz.id],
    )
    for (const _ of ['once', 'again'])
      expect((await tom('PUT', `/coverasks/${ask.id}/answer`, { answer: 'yes' })).status).toBeLessThan(300)
  }
  await after(65)
  await put(reverted, member, priya)
  await after(120)
  const people = async (shift: number) =>
    (await rows('select person::int, answer from core.shift_facts where id = $1', shift))[0]
  expect(await people(reverted)).toEqual({ person: tomasz.id, answer: 'confirmed' })
  expect(await people(kept)).toMatchObject({ person: priya.id })
  expect((await messages(member)).filter((one) => one.startsWith('cover.'))).toEqual(['cover.found queued'])
  // One of the two searches has ended without them.
  const { messaging } = messagingFor(world)
  await messaging.drain()
  await messaging.stop()
  expect((await messages(tomasz)).filter((one) => one.startsWith('cover.taken'))).toEqual(['cover.taken sent'])
})

test('a yes that did not count is no answer to the search that begins again when its event goes ahead after all', async ({
  ada,
  as,
  after,
  rows,
  member,
  tomasz,
  shiftOn,
}) => {
  const shift = await shiftOn(10, member)
  const tom = await as(tomasz)
  const [{ event }] = await rows('select event::int from core.shifts where id = $1', shift)
  const decide = (decision: 'off' | null) => ada('PUT', `/events/${event}/decide`, { decision })
  await (await as(member))('PUT', `/shifts/${shift}/answer`, { answer: 'declined' })
  await after(60)
  const [ask] = await rows('select id::int from core.coverasks where person = $1', tomasz.id)
  await decide('off')
  expect((await tom('PUT', `/coverasks/${ask.id}/answer`, { answer: 'yes' })).status).toBeLessThan(300)
  const answer = async () => (await rows('select answer from core.coverasks where id = $1', ask.id))[0].answer
  expect(await answer()).toBe('yes')
  await after(120)
  await decide(null)
  await after(180)
  await after(240)
  expect(await rows('select person::int, answer from core.shift_facts where id = $1', shift)).toEqual([
    { person: member.id, answer: 'seeking_cover' },
  ])
  expect(await answer()).toBeNull()
  await tom('PUT', `/coverasks/${ask.id}/answer`, { answer: 'no' })
  await decide('off')
  for (const [given, stored] of [
    ['yes', 'yes'],
    ['no', 'no'],
  ])
    expect([(await tom('PUT', `/coverasks/${ask.id}/answer`, { answer: given })).status < 300, await answer()]).toEqual(
      [true, stored],
    )
})

test('a search that is started from To do and undone there asks and notifies no one', async ({
  ada,
  after,
  world,
  site,
  member,
  priya,
  shiftOn,
}) => {
  const colleague = await world.makePerson(site, { role: 'admin' })
  const [silent, gap] = [await shiftOn(20, member, SOON), await shiftOn(20, null, SOON)]
  const { messaging, transports } = messagingFor(world)
  const sent = () =>
    transports.email.sent.filter((mail) => mail.site === site.id).map(({ kind, to }) => `${kind} ${to}`)
  await ada('POST', '/covers', { shift: silent })
  const search = await ada('POST', '/covers', { shift: gap })
  await after(4)
  await messaging.drain()
  await ada('PUT', `/shifts/${silent}/answer`, { answer: 'asked' })
  await ada('PUT', `/covers/${search.id}/stop`)
  await after(60)
  await messaging.drain()
  expect(sent()).toEqual([])
  await ada('POST', '/covers', { shift: silent })
  await after(90)
  await messaging.drain()
  expect(sent()).toEqual(expect.arrayContaining([`answer.declined ${colleague.email}`, `cover.asked ${priya.email}`]))
})

test('taking a shift and giving it back does not affect its search', async ({
  ada,
  as,
  after,
  rows,
  tomasz,
  shiftOn,
}) => {
  const shift = await shiftOn(10, null)
  await ada('POST', '/covers', { shift })
  await after(30)
  const tom = await as(tomasz)
  expect((await tom('PUT', `/shifts/${shift}/take`)).status).toBe(200)
  await after(33)
  expect((await tom('PUT', `/shifts/${shift}/give_back`)).status).toBe(204)
  await after(90)
  expect(await rows('select state, ended from core.covers where shift = $1', shift)).toEqual([
    { state: 'searching', ended: null },
  ])
})

test('a wrong name that is reverted does not affect a hold and a place on a waiting list; one that stays ends them', async ({
  ada,
  as,
  put,
  after,
  rows,
  world,
  site,
  priya,
  tomasz,
  shiftOn,
}) => {
  const assignment = (await world.insert(site, 'assignments', { name: 'Helm' })).id
  const shift = await shiftOn(10, tomasz, { assignment })
  const [row] = await rows('select event::int from core.shifts where id = $1', shift)
  const other = (
    await world.insert(site, 'shifts', {
      ...{ event: row.event, person: null, draft: '2027-05-01T09:00Z' },
      ...{ start: '2027-07-10T09:00:00Z', end: '2027-07-10T12:00:00Z' },
    })
  ).id
  const { body: place } = await (await as(priya))('POST', '/waiting', { event: row.event, assignment })
  await ada('PUT', `/shifts/${shift}`, { person: null })
  await after(1)
  const offers = () => rows('select ended from core.waitingoffers where waiting = $1', place.id)
  expect(await offers()).toEqual([{ ended: null }])
  await put(shift, tomasz, null)
  await after(3)
  await put(shift, null, tomasz)
  await after(6)
  await after(60)
  expect(await offers()).toEqual([{ ended: null }])

  await put(other, priya, null)
  await after(63)
  await put(other, null, priya)
  await after(100)
  expect(await offers(), 'their place').toEqual([{ ended: null }])

  await put(shift, tomasz, null)
  await after(130)
  expect(await offers()).toEqual([])
})

test('a move that is undone does not affect a swap, and a yes given meanwhile completes it; one that stays ends it', async ({
  ada,
  as,
  after,
  rows,
  member,
  priya,
  shiftOn,
}) => {
  const [anns, pris] = [await shiftOn(3, member), await shiftOn(10, priya)]
  const { body: swap } = await (await as(member))('POST', '/swaps', { shift: anns, kind: 'swap', for: pris })
  const state = async () =>
    (
      await rows(
        'select c.state from core.swap_circles c join core.swaps w on w.circle = c.id where w.id = $1',
        swap.id,
      )
    )[0]?.state
  const agreed = async () =>
    (await rows('select agreed_at from core.swap_circles order by id desc limit 1'))[0].agreed_at
  const moved = { start: '2027-07-17T09:00:00Z', end: '2027-07-17T12:00:00Z' }
  const move = async () => (await ada('POST', '/shifts/bulk', { ids: [pris], changes: moved })).undo.token
  const token = await move()
  await after(3)
  const pri = await as(priya)
  expect((await pri('PUT', `/swaps/${swap.id}/accept`)).status).toBe(200)
  expect(await state()).toBe('proposed')
  await ada('POST', '/shifts/undo', { token })
  await after(10)
  expect(await agreed()).toBeNull()
  await after(60)
  expect(await state()).toBe('proposed')
  expect(await agreed()).toEqual(expect.any(Date))
  await move()
  await after(100)
  expect(await state()).not.toBe('proposed')
})

test('a message about a shift waits while its last change can be undone', async ({
  ada,
  after,
  world,
  site,
  member,
  shiftOn,
}) => {
  const shift = await shiftOn(20, member)
  await tell(world, site, shift, member)
  const reminder = { shift, person: member.id, kind: 'reminder.week', channel: 'email', start_local_date: '2027-07-20' }
  await world.insert(site, 'deliveries', { ...reminder, due_at: NOW, useful_until: '2027-07-20T09:00:00Z' })
  await world.superuser.query("delete from core.deliveries where state = 'queued' and site_id <> $1", [site.id])
  const { messaging, transports } = messagingFor(world)
  const { undo } = await ada('POST', '/shifts/bulk', { ids: [shift], changes: { end: '2027-07-20T15:00:00Z' } })
  await messaging.drain()
  expect(transports.email.sent).toEqual([])
  await ada('POST', '/shifts/undo', { token: undo.token })
  await after(3)
  await messaging.drain()
  expect(transports.email.sent).toEqual([])
  await after(60)
  await messaging.drain()
  expect(transports.email.sent.map(({ kind, to }) => `${kind} ${to}`)).toEqual([`reminder.week ${member.email}`])
})

test('messages about a shift that is deleted wait until that can no longer be undone', async ({
  ada,
  as,
  messages,
  rows,
  priya,
  shiftOn,
}) => {
  const shift = await shiftOn(10, null)
  await (await as(priya))('PUT', `/shifts/${shift}/take`)
  await ada('DELETE', `/shifts/${shift}`)
  expect(await messages(priya)).toEqual(['shift.cancelled queued'])
  const [{ waits }] = await rows(
    "select extract(epoch from due_at - $2::timestamptz)::int as waits from core.deliveries where person = $1 and kind = 'shift.cancelled'",
    priya.id,
    NOW,
  )
  expect(waits).toBeGreaterThanOrEqual(25)
})
