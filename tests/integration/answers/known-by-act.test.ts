import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import { takeShift } from '#server/open-shifts/commands.ts'
import type { FixturesOf } from '#tests/support/fixture.ts'
import { messagingFor, settle, tell } from '#tests/support/messages/messaging.ts'
import { test as base, NOW } from '#tests/support/swaps.ts'
import { memberActor } from '#tests/support/world.ts'

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', self_assign: true, sms_enabled: true }))
  .extend('mail', async ({ world }) => {
    await world.superuser.query("delete from core.deliveries where state = 'queued'")
    const { messaging, transports } = messagingFor(world)
    return { ...transports.email, drain: () => messaging.drain() }
  })
  .extend('ada', ({ admin, called }) => called(admin))

type Fixtures = Pick<
  FixturesOf<typeof test>,
  'ada' | 'as' | 'member' | 'priya' | 'tomasz' | 'shiftOn' | 'world' | 'site'
>

/** Ways in which Priya makes the returned shift of 10 July hers, without a message. */
const ACTS: [string, (fixtures: Fixtures) => Promise<number>][] = [
  [
    'took it',
    async ({ as, priya, shiftOn }) => {
      const shift = await shiftOn(10, null)
      expect((await (await as(priya))('PUT', `/shifts/${shift}/take`)).status).toBe(200)
      return shift
    },
  ],
  [
    'said yes to cover for it',
    async ({ ada, as, member, priya, shiftOn, world }) => {
      const shift = await shiftOn(10, member)
      const { id } = await ada('POST', '/covers', { shift })
      await ada('POST', `/covers/${id}/ask`, { people: [priya.id] })
      const { rows } = await world.superuser.query('select id::int from core.coverasks where person = $1', [priya.id])
      const answer = { answer: 'yes' }
      expect((await (await as(priya))('PUT', `/coverasks/${rows[0].id}/answer`, answer)).status).toBe(200)
      return shift
    },
  ],
  [
    'said yes to take it over',
    async ({ as, member, priya, shiftOn }) => {
      const shift = await shiftOn(10, member)
      const { body } = await (await as(member))('POST', '/swaps', { shift, kind: 'hand_over', to: priya.id })
      expect((await (await as(priya))('PUT', `/swaps/${body.id}/accept`)).status).toBe(200)
      return shift
    },
  ],
  [
    'said yes to swap for it',
    async ({ as, member, priya, shiftOn }) => {
      const [shift, given] = [await shiftOn(10, member), await shiftOn(17, priya)]
      const { body } = await (await as(member))('POST', '/swaps', { shift, kind: 'swap', for: given })
      expect((await (await as(priya))('PUT', `/swaps/${body.id}/accept`)).status).toBe(200)
      return shift
    },
  ],
  [
    'proposed the swap for it, and has read that it is done',
    async ({ as, member, priya, shiftOn, world }) => {
      const [shift, given] = [await shiftOn(10, member), await shiftOn(17, priya)]
      const { body } = await (await as(priya))('POST', '/swaps', { shift: given, kind: 'swap', for: shift })
      expect((await (await as(member))('PUT', `/swaps/${body.id}/accept`)).status).toBe(200)
      const { messaging } = messagingFor(world)
      await messaging.drain()
      await messaging.stop()
      return shift
    },
  ],
  [
    'accepted it from the waiting list',
    async ({ ada, as, priya, shiftOn, world, site }) => {
      const assignment = await world.insert(site, 'assignments', { name: 'Helm' })
      const taken = await world.makePerson(site)
      const shift = await shiftOn(10, taken, { assignment: assignment.id })
      const { rows } = await world.superuser.query('select event::int from core.shifts where id = $1', [shift])
      const pri = await as(priya)
      const { body } = await pri('POST', '/waiting', { event: rows[0].event, assignment: assignment.id })
      const place = body.id
      await ada('PUT', `/shifts/${shift}`, { person: null })
      await ada('PUT', `/waiting/${place}/offer`, { shift })
      expect((await pri('PUT', `/waiting/${place}/accept`)).status).toBe(200)
      return shift
    },
  ],
  [
    'confirmed it before anyone had written',
    async ({ as, priya, shiftOn }) => {
      const shift = await shiftOn(10, priya)
      expect((await (await as(priya))('PUT', `/shifts/${shift}/answer`, { answer: 'confirmed' })).status).toBe(200)
      return shift
    },
  ],
]

/** The club's next change of the shift, and what Priya reads of it. */
const CHANGES: [string, string, (fixtures: Fixtures, shift: number) => Promise<unknown>][] = [
  [
    'moves it by two days',
    'shift.changed',
    ({ ada }, shift) => ada('PUT', `/shifts/${shift}`, { start: '2027-07-12T09:00:00Z', end: '2027-07-12T12:00:00Z' }),
  ],
  [
    'begins it two hours earlier',
    'shift.changed',
    ({ ada }, shift) => ada('PUT', `/shifts/${shift}`, { start: '2027-07-10T07:00:00Z' }),
  ],
  [
    'gives it to someone else',
    'shift.cancelled',
    ({ ada, tomasz }, shift) => ada('PUT', `/shifts/${shift}`, { person: tomasz.id }),
  ],
  ['takes them off', 'shift.cancelled', ({ ada }, shift) => ada('PUT', `/shifts/${shift}`, { person: null })],
  ['deletes it', 'shift.cancelled', ({ ada }, shift) => ada('DELETE', `/shifts/${shift}`)],
  [
    'deletes its event',
    'shift.cancelled',
    async ({ ada, world }, shift) => {
      const { rows } = await world.superuser.query('select event from core.shifts where id = $1', [shift])
      return ada('DELETE', `/events/${rows[0].event}?confirm=1`)
    },
  ],
  ['unpublishes it', 'shift.cancelled', ({ ada }, shift) => ada('PUT', `/shifts/${shift}/unpublish`)],
]

const CASES = ACTS.flatMap(([act, make]) =>
  CHANGES.map(([change, kind, apply]) => [act, change, kind, make, apply] as const),
)

test.for(CASES)(
  'a person who %s reads it when the club %s',
  async ([, , kind, make, apply], { ada, as, member, messages, priya, tomasz, shiftOn, world, site }) => {
    const fixtures = { ada, as, member, priya, tomasz, shiftOn, world, site }
    const shift = await make(fixtures)
    expect((await messages(priya)).filter((one) => one.startsWith('shift.'))).toEqual([])
    await apply(fixtures, shift)
    expect(await messages(priya)).toContain(`${kind} queued`)
  },
)

test('a person who returned a shift gets a message when the club gives it back', async ({
  ada,
  as,
  messages,
  priya,
  shiftOn,
}) => {
  const shift = await shiftOn(10, null)
  const pri = await as(priya)
  await pri('PUT', `/shifts/${shift}/take`)
  expect((await pri('PUT', `/shifts/${shift}/give_back`)).status).toBe(204)
  await ada('PUT', `/shifts/${shift}`, { person: priya.id })
  expect(await messages(priya)).toEqual(['shift.assigned queued'])
})

test('no message follows when someone gives back a shift that a coordinator has emptied just before', async ({
  ada,
  as,
  messages,
  priya,
  shiftOn,
}) => {
  const [seen, unseen] = [await shiftOn(10, null), await shiftOn(17, null)]
  const pri = await as(priya)
  for (const shift of [seen, unseen]) {
    await pri('PUT', `/shifts/${shift}/take`)
    await ada('PUT', '/roster/people', { steps: [{ shift, person: null, was: priya.id }] })
  }
  expect((await pri('PUT', `/shifts/${seen}/give_back`)).status).toBe(204)
  expect(await messages(priya)).toEqual(['shift.cancelled queued'])
})

test('a person who gets a shift that has started is told', async ({
  admin,
  as,
  member,
  messages,
  priya,
  shiftOn,
  site,
  world,
}) => {
  const shift = await shiftOn(10, member)
  await tell(world, site, shift, member)
  world.clock.set(new Date('2027-07-10T09:05:00Z'))
  expect((await (await as(admin))('PUT', `/shifts/${shift}`, { person: priya.id })).status).toBe(200)
  world.clock.set(new Date('2027-07-10T09:06:00Z'))
  const { messaging } = messagingFor(world)
  await messaging.plan()
  expect(await messages(member)).toEqual(['shift.cancelled sent'])
  expect(await messages(priya)).toEqual(['shift.assigned sent'])
})

test('an admin who acts as a person does nothing in their name', async ({
  admin,
  messages,
  priya,
  shiftOn,
  site,
  world,
}) => {
  const shift = await shiftOn(10, null)
  const actor = { ...memberActor(priya), impersonator: { id: admin.id, name: admin.name } } as Actor
  await world.act(site, actor, (ctx) => takeShift(ctx, shift))
  expect(await messages(priya)).toEqual(['shift.assigned queued'])
})

test('no message follows when someone loses a shift that they published while its event was off', async ({
  ada,
  as,
  messages,
  priya,
  shiftOn,
  site,
  world,
}) => {
  const bob = await world.makePerson(site, { name: 'Bob', role: 'admin' })
  const shift = await shiftOn(10, null)
  const { rows } = await world.superuser.query('update core.shifts set draft = null where id = $1 returning event', [
    shift,
  ])
  const event = `/events/${rows[0].event}`
  await ada('PUT', `${event}/decide`, { decision: 'off' })
  await ada('PUT', `/shifts/${shift}`, { person: bob.id })
  expect((await (await as(bob))('PUT', `${event}/publish`)).status).toBe(200)
  await ada('PUT', `/shifts/${shift}`, { person: priya.id })
  expect(await messages(bob)).toEqual([])
})

test('a message that the provider refuses informs no one', async ({ ada, mail, messages, priya, shiftOn }) => {
  const [refused, sent] = [await shiftOn(10, null), await shiftOn(17, null)]
  mail.outcomes.push({ kind: 'rejected', reason: 'no such mailbox' })
  for (const shift of [refused, sent]) {
    await ada('PUT', `/shifts/${shift}`, { person: priya.id })
    await mail.drain()
  }
  expect(await messages(priya)).toEqual(['shift.assigned failed', 'shift.assigned sent'])
  for (const shift of [refused, sent]) await ada('PUT', `/shifts/${shift}`, { person: null })
  expect((await messages(priya)).filter((one) => one.startsWith('shift.cancelled'))).toEqual(['shift.cancelled queued'])
})

test('a coordinator’s search for cover counts as news of the shift, so its person is told when someone else gets it', async ({
  ada,
  mail,
  messages,
  priya,
  tomasz,
  shiftOn,
}) => {
  const shift = await shiftOn(10, null)
  mail.outcomes.push({ kind: 'rejected', reason: 'no such mailbox' })
  await ada('PUT', `/shifts/${shift}`, { person: priya.id })
  await mail.drain()
  expect(await messages(priya)).toEqual(['shift.assigned failed'])
  await ada('POST', '/covers', { shift })
  await ada('PUT', `/shifts/${shift}`, { person: tomasz.id })
  expect((await messages(priya)).filter((one) => one.startsWith('shift.cancelled'))).toEqual(['shift.cancelled queued'])
})

test('an answer that a coordinator records replaces no message, and adds nothing for people who know', async ({
  ada,
  priya,
  tomasz,
  shiftOn,
  site,
  world,
}) => {
  const [fresh, known] = [await shiftOn(10, null), await shiftOn(17, priya)]
  await tell(world, site, known, priya)
  await ada('PUT', `/shifts/${fresh}`, { person: priya.id })
  for (const shift of [fresh, known]) {
    await ada('PUT', `/shifts/${shift}/answer`, { answer: 'confirmed' })
    await ada('PUT', `/shifts/${shift}`, { person: tomasz.id })
    await ada('PUT', `/shifts/${shift}`, { person: priya.id })
  }
  await settle(world)
  const of = async (shift: number) => {
    const { rows } = await world.superuser.query(
      "select kind, state from core.deliveries where shift = $1 and person = $2 and channel = 'email' order by id",
      [shift, priya.id],
    )
    return rows.map(({ kind, state }) => `${kind} ${state}`)
  }
  expect(await of(fresh)).toContain('shift.assigned queued')
  expect(await of(known)).not.toContain('shift.assigned queued')
})

test('a change names what its reader knew, and is silent where that is true again', async ({
  ada,
  as,
  mail,
  messages,
  priya,
  shiftOn,
  world,
}) => {
  const shift = await shiftOn(10, null)
  await (await as(priya))('PUT', `/shifts/${shift}/take`)
  world.clock.set(new Date(NOW.getTime() + 2 * UNDO_WINDOW_MS))
  const move = (day: number) =>
    ada('PUT', `/shifts/${shift}`, { start: `2027-07-${day}T09:00:00Z`, end: `2027-07-${day}T12:00:00Z` })
  await move(12)
  await move(10)
  await mail.drain()
  expect(mail.sent).toEqual([])
  await move(14)
  await move(15)
  await mail.drain()
  expect(mail.sent.map(({ text }) => text)).toEqual(['2027-07-15T09:00:00.000Z was 2027-07-10T09:00:00.000Z'])
  expect(await messages(priya)).toEqual(['shift.changed sent'])
})
