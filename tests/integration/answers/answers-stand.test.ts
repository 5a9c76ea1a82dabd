import { expect } from 'vitest'
import { messagingFor, tell } from '#tests/support/messages/messaging.ts'
import { test as base } from '#tests/support/swaps.ts'

/** Ann has said that she cannot come to her shift of 10 July, with a reason. */
const test = base
  .extend('ada', ({ admin, called }) => called(admin))
  .extend('place', async ({ world, site }) => (await world.insert(site, 'locations', { name: 'Pontoon' })).id)
  .extend('declined', async ({ as, member, shiftOn, place }) => {
    const shift = await shiftOn(10, member, { location: place })
    const answer = { answer: 'declined', reason: 'A wedding' }
    expect((await (await as(member))('PUT', `/shifts/${shift}/answer`, answer)).status).toBe(200)
    return shift
  })
  .extend('answerOf', ({ world }) => async (shift: number) => {
    const { rows } = await world.superuser.query(
      'select person::int, answer, answer_reason as reason from core.shift_facts where id = $1',
      [shift],
    )
    return rows[0]
  })

type Caller = (method: string, path: string, body?: unknown) => Promise<{ undo?: { token: string } }>
type Args = { ada: Caller; shift: number; ann: number; other: number; insert: (table: string) => Promise<number> }

const MOVED = { start: '2027-07-12T09:00:00Z', end: '2027-07-12T12:00:00Z' }
const BACK = { start: '2027-07-10T09:00:00Z', end: '2027-07-10T12:00:00Z' }

const inBulk = async ({ ada, shift }: Args, changes: object) => {
  const { undo } = await ada('POST', '/shifts/bulk', { ids: [shift], changes })
  await ada('POST', '/shifts/undo', { token: undo?.token })
}

test.for<[string, (args: Args) => Promise<unknown>]>([
  [
    'a wrong name in the grid',
    async ({ ada, shift, ann, other }) => {
      await ada('PUT', '/roster/people', { steps: [{ shift, person: other, was: ann }] })
      await ada('PUT', '/roster/people', { steps: [{ shift, person: ann, was: other }] })
    },
  ],
  [
    'a wrong name in the shift’s form',
    async ({ ada, shift, ann, other }) => {
      await ada('PUT', `/shifts/${shift}`, { person: other })
      await ada('PUT', `/shifts/${shift}`, { person: ann })
    },
  ],
  [
    'a shift that is opened',
    async ({ ada, shift, ann }) => {
      await ada('PUT', `/shifts/${shift}`, { person: null })
      await ada('PUT', `/shifts/${shift}`, { person: ann })
    },
  ],
  [
    'a move by two days',
    async ({ ada, shift }) => {
      await ada('PUT', `/shifts/${shift}`, MOVED)
      await ada('PUT', `/shifts/${shift}`, BACK)
    },
  ],
  ['a move in bulk', (args) => inBulk(args, { start: '2027-07-10T07:00:00Z' })],
  ['another person in bulk', (args) => inBulk(args, { person: args.other })],
  ['another place in bulk', async (args) => inBulk(args, { location: await args.insert('locations') })],
  ['another assignment in bulk', async (args) => inBulk(args, { assignment: await args.insert('assignments') })],
  [
    'a shift that is deleted',
    async ({ ada, shift }) => {
      const { undo } = await ada('POST', '/shifts/bulk', { ids: [shift], remove: true })
      await ada('POST', '/shifts/undo', { token: undo?.token })
    },
  ],
])(
  'an answer outlives %s that is undone',
  async ([, slip], { ada, world, site, member, priya, declined, answerOf }) => {
    const insert = async (table: string) => (await world.insert(site, table, { name: 'Another' })).id
    await slip({ ada, shift: declined, ann: member.id, other: priya.id, insert })
    expect(await answerOf(declined)).toEqual({ person: member.id, answer: 'seeking_cover', reason: 'A wedding' })
  },
)

test('deleting a place, role or assignment asks no one again', async ({
  ada,
  as,
  world,
  site,
  member,
  shiftOn,
  answerOf,
}) => {
  const made = { location: 'locations', role: 'roles', assignment: 'assignments' }
  const ids: Record<string, number> = {}
  for (const [field, table] of Object.entries(made)) ids[field] = (await world.insert(site, table, { name: field })).id
  const shift = await shiftOn(10, member, ids)
  await (await as(member))('PUT', `/shifts/${shift}/answer`, { answer: 'confirmed' })
  for (const [field, table] of Object.entries(made)) {
    await ada('DELETE', `/${table}/${ids[field]}?confirm=1`)
    expect((await answerOf(shift)).answer, field).toBe('confirmed')
  }
})

test('deleting a shift’s own place tells its person of the event’s, and lets their answer stand', async ({
  ada,
  answerOf,
  declined,
  member,
  messages,
  place,
  site,
  world,
}) => {
  await tell(world, site, declined, member)
  const { id: club } = await world.insert(site, 'locations', { name: 'Clubhouse' })
  await world.superuser.query(
    'update core.events set location = $2 where id = (select event from core.shifts where id = $1)',
    [declined, club],
  )
  await ada('DELETE', `/locations/${place}?confirm=1`)
  expect(await messages(member)).toEqual(['shift.changed queued'])
  expect((await answerOf(declined)).answer).toBe('seeking_cover')
  const { rows } = await world.superuser.query(
    "select facts -> 'before' ->> 'location' as name from core.deliveries where shift = $1 and channel = 'email'",
    [declined],
  )
  expect(rows).toEqual([{ name: 'Pontoon' }])
})

const LISTS = { location: 'locations', role: 'roles', assignment: 'assignments' } as const

test.for(
  (['deleted', 'merged'] as const).flatMap((how) =>
    (Object.keys(LISTS) as (keyof typeof LISTS)[]).map((field) => [field, how] as const),
  ),
)(
  'a person hears of another %s after the one that they knew was %s, and is asked again',
  async ([field, how], { ada, as, answerOf, member, messages, shiftOn, site, world }) => {
    const list = LISTS[field]
    const insert = async (name: string) => (await world.insert(site, list, { name })).id
    const [old, into] = [await insert('Old'), await insert('Into')]
    const shift = await shiftOn(10, member, { [field]: old })
    await tell(world, site, shift, member)
    await (await as(member))('PUT', `/shifts/${shift}/answer`, { answer: 'confirmed' })
    if (how === 'deleted') await ada('DELETE', `/${list}/${old}?confirm=1`)
    else await ada('POST', '/setup/merge', { collection: list, id: old, into })
    expect(await messages(member), how).toEqual([])
    expect((await answerOf(shift)).answer).toBe('confirmed')
    await ada('PUT', `/shifts/${shift}`, { [field]: await insert('Another') })
    expect(await messages(member)).toEqual(['shift.changed queued'])
    expect((await answerOf(shift)).answer).toBe('asked')
  },
)

test.for<[string, boolean, (insert: (table: string) => Promise<number>) => Promise<object>[]]>([
  ['an end 31 minutes later', true, () => [Promise.resolve({ end: '2027-07-10T12:31:00Z' })]],
  ['an end 30 minutes later', false, () => [Promise.resolve({ end: '2027-07-10T12:30:00Z' })]],
  ['an earlier end', false, () => [Promise.resolve({ end: '2027-07-10T10:00:00Z' })]],
  [
    'two moves of twenty minutes',
    true,
    () => ['09:20', '09:40'].map(async (at) => ({ start: `2027-07-10T${at}:00Z` })),
  ],
  ['another assignment', true, (insert) => [insert('assignments').then((assignment) => ({ assignment }))]],
  ['another role', true, (insert) => [insert('roles').then((role) => ({ role }))]],
  ['another place', true, (insert) => [insert('locations').then((location) => ({ location }))]],
  ['another note', false, () => [Promise.resolve({ notes: 'Bring boots' })]],
])('%s asks again: %s', async ([, asks, changes], { ada, as, world, site, member, shiftOn, answerOf }) => {
  const shift = await shiftOn(10, member)
  await (await as(member))('PUT', `/shifts/${shift}/answer`, { answer: 'confirmed' })
  const insert = async (table: string) => (await world.insert(site, table, { name: 'Another' })).id
  for (const change of changes(insert)) await ada('PUT', `/shifts/${shift}`, await change)
  expect((await answerOf(shift)).answer).toBe(asks ? 'asked' : 'confirmed')
})

test('a person told that the shift is not theirs is asked again when they get it back', async ({
  ada,
  world,
  member,
  priya,
  declined,
  answerOf,
}) => {
  const { messaging } = messagingFor(world)
  await ada('PUT', `/shifts/${declined}`, { person: priya.id })
  await messaging.drain()
  await ada('PUT', `/shifts/${declined}`, { person: member.id })
  expect(await answerOf(declined)).toEqual({ person: member.id, answer: 'asked', reason: '' })
})

test('a person who left a shift is asked again when they get it back', async ({
  ada,
  as,
  world,
  site,
  member,
  shiftOn,
  answerOf,
}) => {
  await world.superuser.query('update core.sites set allow_release = true, release_days = 1 where id = $1', [site.id])
  const shift = await shiftOn(10, member)
  await (await as(member))('PUT', `/shifts/${shift}/answer`, { answer: 'confirmed' })
  await ada('PUT', `/shifts/${shift}/answer`, { answer: 'declined', release: true })
  await ada('PUT', `/shifts/${shift}`, { person: member.id })
  expect((await answerOf(shift)).answer).toBe('asked')
})
