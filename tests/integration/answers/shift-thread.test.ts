import { expect } from 'vitest'
import { answerShift } from '#server/answers/commands.ts'
import { readThread } from '#server/answers/thread/queries.ts'
import { askPeopleNow } from '#server/cover/control.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const NOW = new Date('2027-07-01T11:00:00Z')
const TIMES = { start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }
const DECLINE = { answer: 'declined', reason: 'Flu', cover: true, release: false } as const

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('event', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...TIMES })).id)
  .extend('holder', ({ world, site }) => world.makePerson(site, { name: 'Hamish Holder' }))
  .extend('shift', async ({ world, site, event, holder, admin }) => {
    const row = { event, person: holder.id, draft: '2027-06-20T10:00Z', published_by: admin.id, ...TIMES }
    return (await world.insert(site, 'shifts', row)).id
  })
  .extend(
    'thread',
    ({ world, site, admin, shift }) =>
      () =>
        world.act(site, adminActor(admin), async (ctx) => (await readThread(ctx, shift)).entries),
  )

test('a thread has publication, messages, answers and the search, the earliest first, with names', async ({
  world,
  site,
  admin,
  member,
  event,
  holder,
  shift,
  thread,
}) => {
  await world.insert(site, 'deliveries', {
    ...{ shift, event, person: holder.id, kind: 'shift.assigned', channel: 'email', state: 'delivered' },
    ...{ due_at: '2027-06-20T10:01Z', sent_at: '2027-06-20T10:02Z', start_local_date: '2027-07-10', cause: 'x' },
  })
  await world.act(site, adminActor(admin), (ctx) => answerShift(ctx, shift, DECLINE))
  const { rows } = await world.superuser.query('select id from core.covers where shift = $1', [shift])
  await world.act(site, adminActor(admin), (ctx) => askPeopleNow(ctx, rows[0].id, [member.id]))
  expect(await thread()).toMatchObject([
    { kind: 'published', at: '2027-06-20T10:00:00.000Z', by: admin.name },
    { kind: 'message', at: '2027-06-20T10:02:00.000Z', message: 'shift.assigned', person: 'Hamish Holder' },
    { kind: 'answer', answer: 'seeking_cover', person: 'Hamish Holder', by: admin.name, via: 'screen', reason: 'Flu' },
    { kind: 'search', state: 'searching', by: admin.name, asked: 1, declined: 0, covered_by: null, ended_at: null },
  ])
})

test('a thread omits other shifts of the event and requests of an earlier search', async ({
  world,
  site,
  admin,
  member,
  event,
  holder,
  shift,
  thread,
}) => {
  const row = { event, person: holder.id, draft: '2027-06-20T10:00Z', ...TIMES }
  const { id: other } = await world.insert(site, 'shifts', row)
  const search = { person: holder.id, seed: 1, started_at: '2027-06-21T10:00Z', moved_at: '2027-06-21T10:00Z' }
  const ended = { state: 'stopped', ended: 'filled', ended_at: '2027-06-22T10:00Z', next_rung_at: null }
  const { id: theirs } = await world.insert(site, 'covers', { shift: other, ...search, ...ended })
  const { id: earlier } = await world.insert(site, 'covers', { shift, ...search, ...ended })
  const asked = { person: member.id, rung: 1, asked_at: '2027-06-21T11:00Z', channel: 'email' }
  const answered = (answer: string) => ({ answer, answered_at: '2027-06-21T12:00Z' })
  await world.insert(site, 'coverasks', { cover: theirs, ...asked, ...answered('no') })
  for (const answer of ['no', 'yes']) {
    const { id: person } = await world.makePerson(site)
    await world.insert(site, 'coverasks', { cover: earlier, ...asked, person, ...answered(answer) })
  }
  for (const of of [shift, other]) await world.act(site, adminActor(admin), (ctx) => answerShift(ctx, of, DECLINE))
  expect((await thread()).filter(({ kind }) => kind === 'answer' || kind === 'search')).toMatchObject([
    { kind: 'search', state: 'stopped', asked: 2, declined: 1, ended_at: '2027-06-22T10:00:00.000Z' },
    { kind: 'answer', answer: 'seeking_cover' },
    { kind: 'search', state: 'searching', asked: 0 },
  ])
})

test('a long thread keeps the latest entries', async ({ world, site, shift, holder, thread }) => {
  await world.superuser.query(
    `insert into core.answers (site_id, shift, person, answer, via, at)
     select $1, $2, $3, 'confirmed', 'screen', timestamptz '2027-06-21T00:00Z' + i * interval '1 minute' from generate_series(1, 205) i`,
    [site.id, shift, holder.id],
  )
  const entries = await thread()
  expect([entries.length, entries[0]?.at, entries.at(-1)?.at]).toEqual([
    ...[200, '2027-06-21T00:06:00.000Z', '2027-06-21T03:25:00.000Z'],
  ])
})

test('a shift without history has an empty thread', async ({ world, event, thread, shift }) => {
  await world.superuser.query('update core.shifts set draft = null where id = $1', [shift])
  expect(await thread()).toEqual([])
  expect(event).toBeGreaterThan(0)
})

test('the thread is for coordinators of its own site', async ({ world, site, holder, shift }) => {
  await expect(world.act(site, memberActor(holder), (ctx) => readThread(ctx, shift))).rejects.toMatchObject({
    code: 'forbidden',
  })
  const other = await world.makeSite()
  const coordinator = await world.makePerson(other, { role: 'admin' })
  await expect(world.act(other, adminActor(coordinator), (ctx) => readThread(ctx, shift))).rejects.toMatchObject({
    code: 'not_found',
  })
})
