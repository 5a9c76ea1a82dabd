import { expect } from 'vitest'
import { readBoard } from '#server/cover/board/queries.ts'
import { listCandidates } from '#server/cover/queries.ts'
import { moveCovers } from '#server/cover/tick.ts'
import { test as base } from '#tests/support/cover.ts'
import { log, type Person } from '#tests/support/world.ts'

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London', sms_enabled: true }))
  .extend('people', async ({ world, site, admin }) => {
    await world.superuser.query('update core.people set cover_requests = false where id = $1', [admin.id])
    const people: Person[] = []
    for (let i = 0; i < 4; i++) people.push(await world.makePerson(site, { name: `Person ${i}` }))
    return people
  })
  .extend('with', ({ world }) => async ({ id }: Person, mail: string, text: string) => {
    await world.superuser.query(
      `update core.people set phone = case when $3 <> '' then '+4477009' || lpad(id::text, 5, '0') end, sms_verified = true, sms_notifications = true,
       email_notifications = $2 <> 'off' where id = $1`,
      [id, mail, text],
    )
    await world.superuser.query(
      `update core.people set email_blocked = case when $2 = 'bounced' then 'bounced' end, sms_blocked = $3 = 'stopped' where id = $1`,
      [id, mail, text],
    )
  })
  .extend(
    'tick',
    ({ world }) =>
      () =>
        moveCovers({ pool: world.pool('worker'), clock: world.clock, log }),
  )
  .extend(
    'board',
    ({ act }) =>
      async (search: number) =>
        (await act((ctx) => readBoard(ctx, search))).gap!,
  )

test('a request names the channels that can reach its person', async ({
  with: knows,
  people,
  ask,
  searchFor,
  shiftOf,
  board,
}) => {
  const [bounced, stopped, both, neither] = people as [Person, Person, Person, Person]
  await knows(bounced, 'bounced', 'on')
  await knows(stopped, '', 'stopped')
  await knows(both, '', 'on')
  await knows(neither, 'bounced', 'stopped')
  const search = await searchFor(await shiftOf(null))
  for (const one of people) await ask(search, one)
  const { asks } = await board(search)
  expect(asks.map(({ channel }) => channel)).toEqual(['sms', 'email', 'both', 'none'])
})

test('unreachable people take no place in a group, and delay no one', async ({
  world,
  with: knows,
  people,
  searchFor,
  shiftOf,
  act,
  answer,
  tick,
  board,
}) => {
  const search = await searchFor(await shiftOf(null))
  const { candidates } = await act((ctx) => listCandidates(ctx, search))
  const [first, ...others] = candidates.map(({ person }) => people.find(({ id }) => id === person)!)
  await knows(first!, 'bounced', '')
  expect((await board(search)).candidates.map(({ reachable }) => reachable)).toEqual([false, true, true, true])
  expect(await board(search)).toMatchObject({ asks_now: 4, asks_then: 4 })
  await tick()
  expect(await board(search)).toMatchObject({
    asked: 4,
    declined: 0,
    unreached: 1,
    groups: [{ asked: 4, unreached: 1 }],
  })
  expect((await board(search)).asks.find(({ person }) => person === first!.id)).toMatchObject({ channel: 'none' })
  for (const { id, person } of (await board(search)).asks)
    if (others.some((one) => one.id === person)) await answer(id, 'no')
  await tick()
  expect(await board(search)).toMatchObject({ state: 'exhausted', declined: 3, unreached: 1 })
  const { rows } = await world.superuser.query(
    "select facts ->> 'paragraphs' as text from core.deliveries where kind = 'cover.exhausted' order by id desc limit 1",
  )
  expect(rows[0].text).toContain('4 asked: 3 said no, 0 haven’t replied, 1 couldn’t be reached.')
  expect(rows[0].text).toContain('Not reached: {unreached}.')
})
