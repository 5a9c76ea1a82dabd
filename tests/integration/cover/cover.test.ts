import { expect } from 'vitest'
import { answerShift } from '#server/answers/commands.ts'
import { answerAsk } from '#server/cover/answer.ts'
import {
  advanceSearch,
  askPeopleNow,
  pauseSearch,
  resumeSearch,
  startSearch,
  stopSearch,
} from '#server/cover/control.ts'
import { moveCovers } from '#server/cover/tick.ts'
import { chooseContacts } from '#tests/support/contacts.ts'
import { test as base } from '#tests/support/fixture.ts'
import { linesOf, messagingFor, tell } from '#tests/support/messages/messaging.ts'
import { adminActor, log, memberActor, type Person, SYSTEM } from '#tests/support/world.ts'

const NOON = new Date('2027-07-01T11:00:00Z')
const HOUR = 3_600_000
// biome-ignore lint/suspicious/noExplicitAny: a row of any table, with numbers for ids.
type Row = Record<string, any>

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOON)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('holder', ({ world, site }) => world.makePerson(site, { name: 'Hamish Holder' }))
  .extend('people', async ({ world, site, member, admin }) => {
    await world.superuser.query('update core.people set cover_requests = false where id = $1', [admin.id])
    const people: Person[] = [member]
    for (let i = 0; i < 5; i++) people.push(await world.makePerson(site, { name: `Person ${i}` }))
    return people
  })
  .extend('shift', async ({ world, site, holder }) => {
    const times = { start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }
    const event = await world.insert(site, 'events', { name: 'Race', ...times })
    const draft = '2027-06-01T10:00Z'
    return (await world.insert(site, 'shifts', { event: event.id, person: holder.id, draft, ...times })).id
  })
  .extend('search', async ({ world, site, admin, shift, people }) => {
    expect(people).toHaveLength(6)
    const { id } = await world.act(site, adminActor(admin), (ctx) => startSearch(ctx, shift))
    return id
  })
  .extend(
    'tick',
    ({ world }) =>
      () =>
        moveCovers({ pool: world.pool('worker'), clock: world.clock, log }),
  )
  .extend('read', ({ world }) => async (text: string, values: unknown[] = []): Promise<Row[]> => {
    const { rows } = await world.superuser.query(text, values)
    return rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [
          key,
          typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
        ]),
      ),
    )
  })
  .extend(
    'asks',
    ({ read, search }) =>
      () =>
        read('select id, person, rung, answer from core.coverasks where cover = $1 order by id', [search]),
  )
  .extend(
    'stateOf',
    ({ read, search }) =>
      async () =>
        (await read('select state, ended, covered_by, next_rung_at, rung from core.covers where id = $1', [search]))[0],
  )
  .extend('drain', ({ world, site }) => async () => {
    const { messaging, transports } = messagingFor(world)
    await messaging.drain()
    await messaging.stop()
    return transports.email.sent.filter((mail) => mail.site === site.id)
  })

test('a person who cannot come seeks cover from then on, and three people are asked a day', async ({
  world,
  site,
  admin,
  shift,
  search,
  tick,
  asks,
  stateOf,
  read,
}) => {
  const again = world.act(site, adminActor(admin), (ctx) => startSearch(ctx, shift))
  await expect(again).rejects.toThrow('People are already being asked to cover this shift.')
  expect(await read('select answer from core.shift_facts where id = $1', [shift])).toEqual([
    { answer: 'seeking_cover' },
  ])
  expect(await tick()).toBe(1)
  expect(await tick()).toBe(0)
  expect(await asks()).toHaveLength(3)
  expect(await stateOf()).toMatchObject({
    state: 'searching',
    rung: 1,
  })
  world.clock.set(new Date(NOON.getTime() + 25 * HOUR))
  await tick()
  expect(new Set((await asks()).map(({ person }) => person)).size).toBe(6)
  expect(search).toBeGreaterThan(0)
})

test('the first yes gets the shift: its person is notified once, the others are thanked, and unreached people get nothing', async ({
  world,
  site,
  tick,
  asks,
  drain,
  stateOf,
  shift,
  holder,
  people,
  read,
}) => {
  await tick()
  await drain()
  world.clock.set(new Date(NOON.getTime() + 25 * HOUR))
  await tick()
  const [first = {}, second = {}] = await asks()
  const actor = memberActor(people.find(({ id }) => id === first.person)!)
  await world.act(site, actor, (ctx) => answerAsk(ctx, first.id, 'yes', 'screen'))
  await world.act(site, actor, (ctx) => answerAsk(ctx, first.id, 'yes', 'screen'))
  expect(await stateOf()).toMatchObject({ state: 'covered', ended: 'yes', covered_by: first.person })
  expect(await read('select person, answer, answered_by from core.shift_facts where id = $1', [shift])).toEqual([
    { person: first.person, answer: 'confirmed', answered_by: first.person },
  ])
  const late = world.act(site, actor, (ctx) => answerAsk(ctx, second.id, 'yes', 'link'))
  await expect(late).rejects.toMatchObject({ code: 'conflict', extras: { body: { instead: [] } } })
  const sent = await drain()
  const kinds = sent.map(({ kind }) => kind).sort()
  expect(kinds).toEqual(['cover.found', 'cover.taken', 'cover.taken'])
  expect(sent.find(({ kind }) => kind === 'cover.found')?.to).toBe(holder.email)
  expect((await linesOf(world, site)).filter((line) => line.includes('cover.asked email cancelled'))).toHaveLength(3)
})

test('a person who was told of the shift is told of the cover instead of a cancellation, and later knows that it is gone', async ({
  world,
  site,
  search,
  tick,
  asks,
  drain,
  shift,
  holder,
  people,
  read,
}) => {
  await tell(world, site, shift, holder)
  await tick()
  await drain()
  const [first = {}] = await asks()
  await world.act(site, memberActor(people.find(({ id }) => id === first.person)!), (ctx) =>
    answerAsk(ctx, first.id, 'yes', 'screen'),
  )
  const sent = await drain()
  expect(sent.filter(({ to }) => to === holder.email).map(({ kind }) => kind)).toEqual(['cover.found'])
  expect(
    await read('select state, by from core.told where shift = $1 and person = $2 order by id desc limit 1', [
      shift,
      holder.id,
    ]),
  ).toEqual([{ state: 'not_theirs', by: 'message' }])
  expect(search).toBeGreaterThan(0)
})

test('when every invitee says no the next are asked immediately, and in the end the coordinators are notified', async ({
  world,
  site,
  admin,
  tick,
  asks,
  drain,
  stateOf,
  people,
}) => {
  const sayNo = async () => {
    for (const { id, person, answer } of await asks())
      if (!answer)
        await world.act(site, memberActor(people.find((one) => one.id === person)!), (ctx) =>
          answerAsk(ctx, id, 'no', 'screen'),
        )
  }
  await tick()
  await sayNo()
  await tick()
  expect((await asks()).length).toBe(6)
  await sayNo()
  await tick()
  expect(await stateOf()).toMatchObject({ state: 'exhausted', ended: 'nobody_left', next_rung_at: null })
  const exhausted = (await drain()).filter(({ kind }) => kind === 'cover.exhausted')
  expect(exhausted.map(({ to }) => to)).toEqual([admin.email])
  expect(exhausted[0]?.text).toContain('6 asked: 6 said no, 0 haven’t replied.')
  const text = exhausted[0]?.text ?? ''
  const named = /Said no: (.+)\./.exec(text)?.[1]?.split(', ').sort()
  expect(named).toEqual(people.map(({ name }) => name).sort())
  expect(text).not.toContain('No reply:')
  expect(text).toMatch(/\/cover\?gap=\d+/)
})

test('the contact of the event is notified that no one is left, with a page for people who do not control searches', async ({
  world,
  site,
  admin,
  shift,
  search,
  drain,
}) => {
  const contact = await world.makePerson(site, { name: 'Cora Contact', cover_requests: false })
  await chooseContacts(world, site, { shift }, contact)
  await world.superuser.query('update core.people set cover_requests = false where site_id = $1', [site.id])
  await world.act(site, adminActor(admin), (ctx) => advanceSearch(ctx, search))
  const textTo = Object.fromEntries(
    (await drain()).filter(({ kind }) => kind === 'cover.exhausted').map(({ to, text }) => [to, text]),
  )
  expect(Object.keys(textTo).sort()).toEqual([admin.email, contact.email].sort())
  expect(textTo[admin.email]).toMatch(/assign someone yourself[\s\S]*\/cover\?gap=\d+/)
  expect(textTo[contact.email]).not.toMatch(/\/cover|yourself/)
  expect(textTo[contact.email]).toMatch(/\/events\/\d+/)
})

test('a coordinator pauses, asks one person, resumes and stops; a member may do none of it', async ({
  world,
  site,
  admin,
  member,
  search,
  tick,
  asks,
  stateOf,
}) => {
  const act = <T>(work: Parameters<typeof world.act<T>>[2]) => world.act(site, adminActor(admin), work)
  await expect(world.act(site, memberActor(member), (ctx) => pauseSearch(ctx, search))).rejects.toMatchObject({
    code: 'forbidden',
  })
  await act((ctx) => pauseSearch(ctx, search))
  expect(await tick()).toBe(0)
  await act((ctx) => askPeopleNow(ctx, search, [member.id]))
  await act((ctx) => askPeopleNow(ctx, search, [member.id]))
  expect(await asks()).toMatchObject([{ person: member.id }])
  expect(await stateOf()).toMatchObject({ state: 'paused' })
  await act((ctx) => resumeSearch(ctx, search))
  await act((ctx) => advanceSearch(ctx, search))
  expect(await asks()).toHaveLength(4)
  await act((ctx) => stopSearch(ctx, search))
  expect(await stateOf()).toMatchObject({ state: 'stopped', ended: 'stopped' })
  await expect(act((ctx) => advanceSearch(ctx, search))).rejects.toThrow('This search has ended.')
})

test('a stopped search resumes where it was: no one is asked twice, and no earlier', async ({
  world,
  site,
  admin,
  holder,
  shift,
  search,
  tick,
  asks,
  stateOf,
}) => {
  const act = <T>(work: Parameters<typeof world.act<T>>[2]) => world.act(site, adminActor(admin), work)
  await tick()
  const answer = (to: 'confirmed' | 'declined') =>
    world.act(site, memberActor(holder), (ctx) =>
      answerShift(ctx, shift, { answer: to, reason: '', cover: true, release: false }),
    )
  for (const to of ['confirmed', 'declined', 'confirmed', 'declined'] as const) await answer(to)
  await tick()
  expect(await asks()).toHaveLength(3)
  await act((ctx) => stopSearch(ctx, search))
  expect(await act((ctx) => startSearch(ctx, shift))).toEqual({ id: search })
  expect(await stateOf()).toMatchObject({ state: 'searching', ended: null })
  world.clock.set(new Date(NOON.getTime() + 25 * HOUR))
  await tick()
  expect(new Set((await asks()).map(({ person }) => person)).size).toBe(6)
})

test.for([
  ['filled by a coordinator', 'update core.shifts set person = $2 where id = $1', 'filled'],
  [
    'its person comes after all',
    "insert into core.answers (site_id, shift, person, answer, via, at) select site_id, id, person, 'confirmed', 'screen', now() from core.shifts where id = $1 and $2 > 0",
    'can_come',
  ],
  ['unpublished', 'update core.shifts set draft = null where id = $1 and $2 > 0', 'cancelled'],
  ['begun', 'update core.shifts set actual_start = now() where id = $1 and $2 > 0', 'started'],
])('a search ends when its shift is %s', async ([, text, ended], { world, search, shift, tick, stateOf, people }) => {
  await tick()
  await world.superuser.query(text!, [shift, people[0]!.id])
  expect(await tick()).toBe(1)
  expect(await stateOf()).toMatchObject({ state: 'stopped', ended })
  expect(search).toBeGreaterThan(0)
})

test('fifty say yes together: one gets the shift, and each of the others is told once', async ({
  world,
  site,
  admin,
  shift,
  search,
  drain,
  asks,
  read,
}) => {
  await world.superuser.query(
    `insert into core.people (site_id, name, email) select $1, 'Helper ' || i, 'helper' || i || '@example.org' from generate_series(1, 44) i`,
    [site.id],
  )
  await world.act(site, adminActor(admin), async (ctx) => {
    const people = await ctx.db.selectFrom('people').select('id').where('cover_requests', '=', true).execute()
    const { rows } = await world.superuser.query('select person from core.shifts where id = $1', [shift])
    for (const { id } of people) if (id !== Number(rows[0].person)) await askPeopleNow(ctx, search, [id])
  })
  const asked = await asks()
  expect(asked).toHaveLength(50)
  await drain()
  const answers = await Promise.allSettled(
    asked.map(({ id }) => world.act(site, SYSTEM, (ctx) => answerAsk(ctx, id, 'yes', 'link'))),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []))
  expect(new Set(refusals)).toEqual(new Set(['Just taken. Thank you for offering.']))
  const [{ covered_by } = {}] = await read('select covered_by from core.covers where id = $1', [search])
  const thanked = (await drain()).filter(({ kind }) => kind === 'cover.taken').map(({ to }) => to)
  expect([thanked.length, new Set(thanked).size]).toEqual([49, 49])
  expect(await read('select person, answer from core.shift_facts where id = $1', [shift])).toEqual([
    { person: covered_by, answer: 'confirmed' },
  ])
  await drain()
  expect(
    (await read("select count(*) from core.deliveries where site_id = $1 and kind = 'cover.taken'", [site.id]))[0],
  ).toEqual({ count: 49 })
})
