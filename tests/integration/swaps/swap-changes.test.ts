import { expect } from 'vitest'
import type { Actor } from '#server/engine/access/actor.ts'
import { declineSwap, withdrawSwap } from '#server/swaps/commands.ts'
import type { FixturesOf } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { test as base, NOW } from '#tests/support/swaps.ts'
import { memberActor } from '#tests/support/world.ts'

const test = base
  .extend('change', ({ as, admin }) => async (shift: number, fields: object) => {
    const { status, body } = await (await as(admin))('PUT', `/shifts/${shift}`, fields)
    expect(status, JSON.stringify(body)).toBe(200)
  })
  /** Ann has said yes to a swap of her shift of 3 July for that of Priya of 10 July. */
  .extend('swapped', async ({ as, member, priya, shiftOn }) => {
    const [anns, pris] = [await shiftOn(3, member), await shiftOn(10, priya)]
    const { body } = await (await as(member))('POST', '/swaps', { shift: anns, kind: 'swap', for: pris })
    expect(body.state).toBe('proposed')
    return { id: body.id as number, anns, pris }
  })

type Change = (insert: (table: string) => Promise<number>) => Promise<object>

const CHANGES: [string, boolean, Change][] = [
  ['another day', true, async () => ({ start: '2027-07-17T19:00:00Z', end: '2027-07-17T22:00:00Z' })],
  ['31 minutes later', true, async () => ({ start: '2027-07-10T09:31:00Z' })],
  ['another place', true, async (insert) => ({ location: await insert('locations') })],
  ['another assignment', true, async (insert) => ({ assignment: await insert('assignments') })],
  ['30 minutes later', false, async () => ({ start: '2027-07-10T09:30:00Z' })],
  ['another note', false, async () => ({ notes: 'Bring boots' })],
]

for (const looks of ['a yes', 'the worker'] as const)
  test.for(CHANGES)(
    `%s on a shift of a swap ends it: %s (seen by ${looks})`,
    async ([, ends, make], { world, site, as, member, priya, change, swapped, holders, tick, messages }) => {
      const insert = async (table: string) => (await world.insert(site, table, { name: 'Another' })).id
      await change(swapped.pris, await make(insert))
      const pri = await as(priya)
      if (looks === 'the worker') await tick()
      const { status } = await pri('PUT', `/swaps/${swapped.id}/accept`)
      expect(status).toBe(ends ? 409 : 200)
      expect((await pri('GET', `/swaps/${swapped.id}`)).body.state).toBe(ends ? 'withdrawn' : 'done')
      expect(await holders(swapped.anns, swapped.pris)).toEqual(ends ? [member.id, priya.id] : [priya.id, member.id])
      expect((await messages(member)).includes('swap.declined queued')).toBe(ends)
    },
  )

test('no message says that a shift stays with a person who has lost it since', async ({
  as,
  world,
  member,
  priya,
  others: [, tomasz],
  change,
  swapped,
  tick,
  messages,
}) => {
  await change(swapped.pris, { start: '2027-07-17T19:00:00Z', end: '2027-07-17T22:00:00Z' })
  await tick()
  expect(await messages(member)).toContain('swap.declined queued')
  await change(swapped.anns, { person: tomasz!.id })
  world.clock.set(new Date(NOW.getTime() + 60_000))
  const { messaging } = messagingFor(world)
  await messaging.plan()
  await messaging.stop()
  expect(await messages(member)).toEqual(expect.arrayContaining(['swap.declined cancelled', 'shift.cancelled sent']))
  expect((await (await as(priya))('GET', `/swaps/${swapped.id}`)).body.state).toBe('withdrawn')
})

test('a person who loses a swapped shift before reading of it reads what they gave, and nothing of the swap', async ({
  as,
  world,
  member,
  priya,
  others: [, tomasz],
  change,
  swapped,
  messages,
}) => {
  expect((await (await as(priya))('PUT', `/swaps/${swapped.id}/accept`)).status).toBe(200)
  expect(await messages(member)).toEqual(['swap.done queued'])
  await change(swapped.pris, { person: tomasz!.id })
  world.clock.set(new Date(NOW.getTime() + 60_000))
  const { messaging, transports } = messagingFor(world)
  await messaging.plan()
  await messaging.plan()
  await messaging.stop()
  expect(await messages(member)).toEqual(['swap.done cancelled', 'shift.cancelled sent'])
  expect(transports.email.sent.find(({ to }) => to === member.email)?.text).toContain('2027-07-03')
})

test('a move ends a circle of offers, and the search asks again about the current shifts', async ({
  as,
  member,
  priya,
  shiftOn,
  change,
  tick,
}) => {
  const [ann, pri] = [await as(member), await as(priya)]
  const anns = await ann('POST', '/swaps', { shift: await shiftOn(3, member), kind: 'offer' })
  const shift = await shiftOn(10, priya)
  const { body } = await pri('POST', '/swaps', { shift, kind: 'offer' })
  await ann('PUT', `/swaps/${anns.body.id}/accept`)
  await change(shift, { start: '2027-07-17T19:00:00Z', end: '2027-07-17T22:00:00Z' })
  await tick()
  const { body: now } = await ann('GET', `/swaps/${anns.body.id}`)
  expect(now).toMatchObject({ state: 'proposed', circle: [{ accepted: null }, { accepted: null }] })
  expect(now.together).not.toBe(body.together)
})

test.for(['withdraws', 'declines'] as const)(
  'someone in whose name an admin %s a swap gets a message',
  async (act, { admin, member, messages, priya, site, swapped, world }) => {
    await world.superuser.query("update core.deliveries set state = 'sent' where site_id = $1", [site.id])
    const person = act === 'withdraws' ? member : priya
    const actor = { ...memberActor(person), impersonator: { id: admin.id, name: admin.name } } as Actor
    await world.act(site, actor, (ctx) => (act === 'withdraws' ? withdrawSwap : declineSwap)(ctx, swapped.id))
    for (const who of [member, priya]) expect(await messages(who)).toContain('swap.declined queued')
    const { rows } = await world.superuser.query(
      "select facts -> 'paragraphs' ->> 0 as why from core.deliveries where person = $1 and kind = 'swap.declined'",
      [person.id],
    )
    expect(rows[0].why).toBe('An admin ended it in your name.')
  },
)

test('a move that is undone ends nothing', async ({ as, admin, priya, swapped }) => {
  const ada = await as(admin)
  const changes = { start: '2027-07-17T19:00:00Z', end: '2027-07-17T22:00:00Z' }
  const { body } = await ada('POST', '/shifts/bulk', { ids: [swapped.pris], changes })
  expect((await ada('POST', '/shifts/undo', { token: body.undo.token })).status).toBe(200)
  expect((await (await as(priya))('PUT', `/swaps/${swapped.id}/accept`)).body.state).toBe('done')
})

type Made = Pick<FixturesOf<typeof test>, 'world' | 'site' | 'priya' | 'shiftOn'>
const ALL_DAY = { start: '2027-07-03T00:00Z', end: '2027-07-03T23:59Z' }
/** @returns a function that removes the obstacle. */
type Obstacle = (made: Made) => Promise<() => Promise<unknown>>

const OBSTACLES: [string, Obstacle][] = [
  [
    'is marked as unavailable',
    async ({ world, site, priya }) => {
      const { id } = await world.insert(site, 'availability', {
        person: priya.id,
        date: '2027-07-03',
        available: 0,
        ...ALL_DAY,
      })
      return () => world.superuser.query('delete from core.availability where id = $1', [id])
    },
  ],
  [
    'has another shift',
    async ({ world, shiftOn, priya }) => {
      const id = await shiftOn(3, priya)
      return () => world.superuser.query('update core.shifts set person = null where id = $1', [id])
    },
  ],
]

test.for(OBSTACLES)(
  'a person who %s is found for a swap within minutes after that ends',
  async ([, hinder], { world, site, as, member, priya, shiftOn, tick, clock, messages }) => {
    const end = await hinder({ world, site, priya, shiftOn })
    const ann = await as(member)
    const { body } = await ann('POST', '/swaps', { shift: await shiftOn(3, member), kind: 'offer' })
    await (await as(priya))('POST', '/swaps', { shift: await shiftOn(10, priya), kind: 'offer' })
    const state = async () => (await ann('GET', `/swaps/${body.id}`)).body.state
    expect(await state()).toBe('offered')
    await end()
    clock.set(new Date(NOW.getTime() + 4 * 60_000))
    await tick()
    expect(await state()).toBe('offered')
    clock.set(new Date(NOW.getTime() + 6 * 60_000))
    await tick()
    expect(await state()).toBe('proposed')
    for (const who of [member, priya]) expect(await messages(who)).toEqual(['swap.asked queued'])
  },
)

test.for(['accept', 'decline'])(
  'an answer to a swap that has become another one since is refused: %s',
  async (verb, { as, member, priya, shiftOn, change, tick, holders }) => {
    const [ann, pri] = [await as(member), await as(priya)]
    const [anns, pris] = [await shiftOn(3, member), await shiftOn(10, priya)]
    const open = await shiftOn(20, null)
    const { body: first } = await ann('POST', '/swaps', { shift: anns, kind: 'offer' })
    const { body: shown } = await pri('POST', '/swaps', { shift: pris, kind: 'offer' })
    await change(anns, { start: '2027-07-17T19:00:00Z', end: '2027-07-17T22:00:00Z' })
    await tick()
    await ann('PUT', `/swaps/${first.id}/accept`)
    expect(await pri('PUT', `/swaps/${shown.id}/${verb}`, { together: shown.together })).toMatchObject({
      status: 409,
      body: { detail: 'Thank you, but this swap is no longer possible. Nothing changes for you.', instead: [open] },
    })
    expect(await holders(anns, pris)).toEqual([member.id, priya.id])
    const { body: now } = await pri('GET', `/swaps/${shown.id}`)
    expect((await pri('PUT', `/swaps/${shown.id}/accept`, { together: now.together })).body.state).toBe('done')
  },
)
