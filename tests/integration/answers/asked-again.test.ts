import { sql } from 'kysely'
import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'
import { settle } from '#tests/support/messages/messaging.ts'

const START = '2027-03-06T09:00:00Z'
const END = '2027-03-06T13:00:00Z'

/** A published shift of the member that they have confirmed, at the event's place. */
const test = base.extend('confirmed', async ({ world, site, member }) => {
  const idOf = async (table: string, row: Record<string, unknown>) => (await world.insert(site, table, row)).id
  const pontoon = await idOf('locations', { name: 'Pontoon' })
  const boathouse = await idOf('locations', { name: 'Boathouse' })
  const event = await idOf('events', { name: 'Race', start: START, end: END, location: pontoon })
  const shift = await idOf('shifts', {
    event,
    person: member.id,
    start: START,
    end: END,
    draft: '2027-02-01T10:00:00Z',
  })
  const update = (table: 'shifts' | 'events', id: number, set: Record<string, unknown>) =>
    world.withSite(site.id, (db) => db.updateTable(table).set(set).where('id', '=', id).execute(), { access: 'write' })
  const read = () =>
    world.withSite(site.id, (db) =>
      db
        .selectFrom('shift_facts')
        .select(['answer', 'answered_by', 'sequence', 'nudged', 'answered_before'])
        .where('id', '=', shift)
        .executeTakeFirstOrThrow(),
    )
  const say = (answer: string) =>
    world.insert(site, 'answers', {
      ...{ shift, person: member.id, answer, given_by: member.id, via: 'screen', at: '2027-02-02T10:00:00Z' },
    })
  await say('confirmed')
  return {
    event,
    shift,
    boathouse,
    read,
    say,
    change: (set: Record<string, unknown>) => update('shifts', shift, set),
    update,
  }
})

test('a new person is asked, with an answer of their own', async ({ confirmed, world, site }) => {
  const other = await world.makePerson(site)
  await confirmed.change({ person: other.id })
  expect(await confirmed.read()).toMatchObject({ answer: 'asked', answered_by: null })
})

test('an open shift has no answer', async ({ confirmed }) => {
  await confirmed.change({ person: null })
  expect(await confirmed.read()).toMatchObject({ answer: null, answered_by: null })
})

test('an answer is hidden while a shift is unpublished, and unchanged when it is published again', async ({
  confirmed,
}) => {
  await confirmed.change({ draft: null })
  expect((await confirmed.read()).answer).toBeNull()
  await confirmed.change({ draft: '2027-02-03T10:00:00Z' })
  expect((await confirmed.read()).answer).toBe('confirmed')
})

test.for([
  ['a start half an hour later', { start: '2027-03-06T09:30:00Z' }, 'confirmed'],
  ['a start 31 minutes later', { start: '2027-03-06T09:31:00Z' }, 'asked'],
  ['a start 31 minutes earlier', { start: '2027-03-06T08:29:00Z' }, 'asked'],
  ['an earlier end', { end: '2027-03-06T12:00:00Z' }, 'confirmed'],
  ['other notes', { notes: 'Bring gloves' }, 'confirmed'],
  ['another day', { start: '2027-03-07T09:00:00Z', end: '2027-03-07T13:00:00Z' }, 'asked'],
] as const)('%s: %s', async ([, set, answer], { confirmed }) => {
  await confirmed.change(set)
  expect((await confirmed.read()).answer).toBe(answer)
})

test('two moves of twenty minutes ask again: the answered time is the reference', async ({ confirmed }) => {
  await confirmed.change({ start: '2027-03-06T09:20:00Z' })
  expect((await confirmed.read()).answer).toBe('confirmed')
  await confirmed.change({ start: '2027-03-06T09:40:00Z' })
  expect(await confirmed.read()).toMatchObject({
    answer: 'asked',
    answered_before: { start: '2027-03-06T09:00:00+00:00' },
  })
})

test('ten minutes over midnight of the club are another day', async ({ confirmed, world, site }) => {
  await world.withSite(
    site.id,
    (db) =>
      sql`update shifts set start = '2027-06-05T22:55:00Z', "end" = '2027-06-06T05:00:00Z' where id = ${confirmed.shift}`.execute(
        db,
      ),
    { access: 'write' },
  )
  await confirmed.say('confirmed')
  expect((await confirmed.read()).answer).toBe('confirmed')
  await confirmed.change({ start: '2027-06-05T23:05:00Z' })
  expect((await confirmed.read()).answer).toBe('asked')
})

test('another place asks again, also where the event moves', async ({ confirmed }) => {
  await confirmed.update('events', confirmed.event, { location: confirmed.boathouse })
  expect((await confirmed.read()).answer).toBe('asked')
  await confirmed.say('confirmed')
  await confirmed.change({ location: confirmed.boathouse })
  expect((await confirmed.read()).answer).toBe('confirmed')
})

test('an unanswered shift is due a second question after it or its event moves', async ({
  confirmed,
  world,
  site,
  member,
}) => {
  await confirmed.say('asked')
  const ask = () =>
    world.insert(site, 'questions', {
      ...{ shift: confirmed.shift, person: member.id, again: true, at: '2027-03-01T09:00:00Z' },
    })
  const nudged = async (set: Record<string, unknown>) => {
    if (Object.keys(set).length) await confirmed.change(set)
    await settle(world)
    return (await confirmed.read()).nudged
  }
  await ask()
  expect(await nudged({ start: '2027-03-06T09:20:00Z' }), 'twenty minutes later').toBe(true)
  expect(await nudged({ start: '2027-03-27T09:00:00Z', end: '2027-03-27T13:00:00Z' }), 'weeks later').toBe(false)
  expect(await nudged({ start: START, end: END }), 'as it was').toBe(true)
  await confirmed.update('events', confirmed.event, { location: confirmed.boathouse })
  expect(await nudged({}), 'elsewhere').toBe(false)
})
