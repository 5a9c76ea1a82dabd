import { expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import { listToDo } from '#server/todo/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { ASKED_AGAIN, adminActor, memberActor } from '#tests/support/world.ts'

const NOW = new Date('2027-07-01T11:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000).toISOString()
const listSilent = (ctx: Ctx, limit = 50) => listToDo(ctx, { kind: 'silent', limit })

const TIMES = { start: at(72), end: at(76) }

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('event', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...TIMES })).id)
  .extend('shift', ({ world, site, event, member }) => async (over: Record<string, unknown> = {}) => {
    const row = { event, person: member.id, draft: at(-400), ...TIMES, ...over }
    const { id } = await world.insert(site, 'shifts', row)
    await world.superuser.query(`${ASKED_AGAIN} id = $1`, [id])
    return id
  })
  .extend(
    'message',
    ({ world, site, event, member }) =>
      (shift: number, over: Record<string, unknown>) =>
        world.insert(site, 'deliveries', {
          ...{ shift, event, person: member.id, kind: 'answer.nudge', channel: 'email', state: 'sent' },
          ...{ due_at: at(-48), start_local_date: '2027-07-04', cause: 'v1', ...over },
        }),
  )
  .extend(
    'silent',
    ({ world, site, admin }) =>
      (limit?: number) =>
        world.act(site, adminActor(admin), (ctx) => listSilent(ctx, limit)),
  )
  .extend(
    'ids',
    ({ silent }) =>
      async () =>
        (await silent()).items.map(({ id }) => id),
  )

test('people who have not replied are listed with their contacts and when they were asked', async ({
  world,
  site,
  event,
  shift,
  silent,
  member,
  message,
}) => {
  const answered = { answer_state: 'confirmed', answered_at: at(-300) }
  await shift({ person: (await world.makePerson(site)).id, ...answered })
  const id = await shift()
  await world.superuser.query(`update core.people set phone = '+447700900123' where id = $1`, [member.id])
  await message(id, { channel: 'sms', state: 'failed' })
  const { count, items } = await silent()
  expect(count).toBe(1)
  expect(items).toMatchObject([
    {
      ...{ kind: 'silent', id, person: member.id, event, what: 'Race', at: TIMES.start },
      facts: { phone: '+447700900123', nudged_at: at(-48), sms_failed: true },
    },
  ])
})

test('messages to the previous person, and other messages, do not count as the second question', async ({
  world,
  site,
  shift,
  silent,
  message,
}) => {
  const id = await shift({ assigned_at: at(-100) })
  const former = await world.makePerson(site)
  await message(id, { person: former.id, channel: 'sms', state: 'failed', due_at: at(-200) })
  await message(id, { kind: 'shift.assigned', state: 'failed', due_at: at(-300) })
  await message(id, {})
  expect((await silent()).items).toMatchObject([
    { id, facts: { asked_at: at(-100), nudged_at: at(-48), sms_failed: false } },
  ])
})

test('where the site does not ask, no one is listed', async ({ world, site, admin, shift }) => {
  await shift()
  const asking = (ask_answers: boolean) =>
    world.act({ ...site, ask_answers }, adminActor(admin), (ctx) => listSilent(ctx))
  expect([(await asking(true)).count, (await asking(false)).count]).toEqual([1, 0])
})

test('people asked once are listed only from the last day, on which no one is asked again', async ({
  world,
  member,
  shift,
  ids,
}) => {
  const ends = { end: at(30) }
  const [soon, last] = [await shift({ start: at(20), ...ends }), await shift({ start: at(23.9), ...ends })]
  await shift({ start: at(24.5), ...ends })
  await world.superuser.query('delete from core.questions where person = $1', [member.id])
  expect(await ids()).toEqual([soon, last])
})

test.for<[string, Record<string, unknown>]>([
  ['has answered', { answer_state: 'confirmed', answered_at: at(-300) }],
  ['seeks cover', { answer_state: 'seeking_cover', answered_at: at(-300) }],
  ['is over', { start: at(-4), end: at(-1) }],
  ['begins now', { start: at(0), end: at(1) }],
  ['is not published', { draft: null }],
  ['has begun', { actual_start: at(-1) }],
])('a shift that %s is not listed', async ([, over], { shift, ids }) => {
  const expected = await shift()
  await shift(over)
  expect(await ids()).toEqual([expected])
})

test.for([
  ['called off', `decision = 'off', decided_at = now()`],
  ['archived', 'archived = true'],
])('an event that is %s has no one to phone', async ([, set], { world, event, shift, ids }) => {
  await shift()
  await world.superuser.query(`update core.events set ${set} where id = $1`, [event])
  expect(await ids()).toEqual([])
})

test('with more people than a page, the soonest are listed and all are counted', async ({
  world,
  site,
  shift,
  silent,
}) => {
  const { id: later } = await world.insert(site, 'events', { name: 'Later', ...TIMES })
  const second = await shift({ event: later, person: (await world.makePerson(site)).id, start: at(73) })
  const first = await shift()
  const { count, items } = await silent(1)
  expect(count).toBe(2)
  expect(items.map(({ id }) => id)).toEqual([first])
  expect(second).not.toBe(first)
})

test('members, and coordinators of other sites, see none of it', async ({ world, site, member, shift }) => {
  await shift()
  await expect(world.act(site, memberActor(member), (ctx) => listSilent(ctx))).rejects.toMatchObject({
    code: 'forbidden',
  })
  const other = await world.makeSite()
  const coordinator = await world.makePerson(other, { role: 'admin' })
  expect(await world.act(other, adminActor(coordinator), (ctx) => listSilent(ctx))).toMatchObject({
    count: 0,
    items: [],
  })
})
