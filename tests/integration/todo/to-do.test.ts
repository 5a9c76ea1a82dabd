import { expect } from 'vitest'
import { declared } from '#server/engine/features.ts'
import { listQuestions, listToDo } from '#server/todo/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { ASKED_AGAIN, adminActor, memberActor } from '#tests/support/world.ts'

const NOW = new Date('2027-07-01T11:00:00Z')
const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString()
const times = (days: number) => ({ start: at(days), end: at(days + 0.2) })

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('list', ({ api, site, admin, callApi }) => async (query = '') => {
    const { body } = await callApi('GET', `/todo${query}`, await api.signIn(site, admin))
    return body
  })
  .extend('eventIn', ({ world, site }) => async (days: number, over: Record<string, unknown> = {}) => {
    const { id } = await world.insert(site, 'events', { name: `In ${days} days`, ...times(days), ...over })
    return id
  })
  .extend('shiftIn', ({ world, site, eventIn }) => async (days: number, over: Record<string, unknown>) => {
    const { id } = await world.insert(site, 'shifts', {
      ...{ event: await eventIn(days), draft: at(-20), ...times(days), ...over },
    })
    return id
  })

test('everything that waits is one list, by the clock', async ({ world, site, member, list, eventIn, shiftIn }) => {
  const newcomer = await world.makePerson(site, { role: 'new', created_at: at(-1) })
  const { id: request } = await world.insert(site, 'requests', { event: await eventIn(3), person: member.id })
  const silent = await shiftIn(2, { person: member.id })
  await world.superuser.query(`${ASKED_AGAIN} id = $1`, [silent])
  const gap = await shiftIn(4, { person: null })
  await world.insert(site, 'covers', {
    shift: gap,
    started_at: at(-1),
    state: 'exhausted',
    ended: 'nobody_left',
    ended_at: at(-0.5),
  })
  const decision = await eventIn(9, { minimum: 2, decide_at: at(5) })
  const draft = await eventIn(6)
  await world.insert(site, 'shifts', { event: draft, ...times(6) })
  const moved = await eventIn(20)
  await world.insert(site, 'shifts', { event: moved, draft: at(-20), ...times(7) })
  const away = await world.makePerson(site, { is_active: false })
  await shiftIn(8, { person: away.id })
  const unreached = await world.makePerson(site)
  await world.superuser.query(
    `update core.people set email_blocked = 'bounced', email_blocked_at = now() where id = $1`,
    [unreached.id],
  )
  const { items, count, kinds } = await list()
  expect(items.map(({ kind, id }: { kind: string; id: number }) => [kind, id])).toEqual([
    ['registration', newcomer.id],
    ['silent', silent],
    ['request', request],
    ['gap', gap],
    ['decide', decision],
    ['draft', draft],
    ['outside', moved],
    ['unfit', away.id],
    ['unreached', unreached.id],
  ])
  expect(count).toBe(9)
  expect(new Set(kinds.map(({ count: one }: { count: number }) => one))).toEqual(new Set([1]))
})

test('a kind is listed alone, page by page, and all kinds stay counted', async ({ world, site, list, eventIn }) => {
  for (const days of [2, 1]) await world.insert(site, 'shifts', { event: await eventIn(days), ...times(days) })
  await world.makePerson(site, { role: 'new' })
  const second = await list('?kind=draft&limit=1&offset=1')
  expect(second).toMatchObject({ count: 2, items: [{ kind: 'draft', what: 'In 2 days', facts: { unpublished: 1 } }] })
  expect(second.kinds.map(({ kind, count }: { kind: string; count: number }) => [kind, count])).toEqual([
    ['draft', 2],
    ['registration', 1],
  ])
  expect(await list('?kind=nothing')).toMatchObject({ count: 0, items: [] })
})

test('unpublished shifts with a planned publication wait for no one', async ({ world, site, admin, list, eventIn }) => {
  const { id } = await world.insert(site, 'shifts', { event: await eventIn(3), ...times(3) })
  expect((await list()).count).toBe(1)
  await world.insert(site, 'publications', { created_by: admin.id, created_at: at(-1), due_at: at(1), shifts: [id] })
  expect((await list()).count).toBe(0)
})

test('an admin’s unfinished message waits an hour after its last change, and a scheduled one that was not sent does not', async ({
  world,
  site,
  admin,
  member,
  list,
}) => {
  const add = async (over: Record<string, unknown>, hours = 2) => {
    const fields = { created_by: admin.id, subject: 'Yard', updated_at: at(-hours / 24), ...over }
    return (await world.insert(site, 'messages', fields)).id
  }
  const resting = await add({ subject: '', body: ' Yard shut, {{person.first_name}} ', kind: 'sms' })
  const held = await add({ problem: 'It was not sent.', also_sms: true, scheduled_for: at(-0.1) }, 0)
  await add({}, 0.5)
  await add({ created_by: member.id })
  await add({ subject: ' ' })
  await add({ status: 'cancelled' })
  const { items } = await list('?kind=message')
  expect(items).toMatchObject([
    { id: held, what: 'Yard', facts: { channel: 'email', also_sms: true, problem: 'It was not sent.' } },
    { id: resting, what: 'Yard shut, {{person.first_name}}', at: null, facts: { channel: 'sms' } },
  ])
})

test('members are refused, and another club has nothing of it', async ({
  world,
  api,
  site,
  member,
  callApi,
  eventIn,
}) => {
  await world.insert(site, 'shifts', { event: await eventIn(3), ...times(3) })
  expect((await callApi('GET', '/todo', await api.signIn(site, member))).status).toBe(403)
  const other = await world.makeSite()
  const coordinator = await world.makePerson(other, { role: 'admin' })
  const elsewhere = await world.act(other, adminActor(coordinator), (ctx) => listToDo(ctx, { limit: 9 }))
  expect(elsewhere).toEqual({ kinds: [], count: 0, items: [] })
})

test('each kind has a word of its own', () => {
  const words = [...declared().toDo.values()].map(({ word }) => word)
  expect(new Set(words).size).toBe(words.length)
})

test('what asks a member is one list, by the time by which they must answer', async ({
  world,
  api,
  site,
  admin,
  member,
  callApi,
  eventIn,
  shiftIn,
}) => {
  const [holder, stranger] = [await world.makePerson(site, { name: 'Hamish' }), await world.makePerson(site)]
  const as = async (who: typeof member, method: string, path: string, input?: object) => {
    const { status, body } = await callApi(method, path, await api.signIn(site, who), input)
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }
  const own = await shiftIn(5, { person: member.id })
  const covered = await shiftIn(1, { person: holder.id })
  const search = await as(admin, 'POST', '/covers', { shift: covered })
  await as(admin, 'POST', `/covers/${search.id}/ask`, { person: member.id })
  const { id: assignment } = await world.insert(site, 'assignments', { name: 'Helm' })
  const full = await eventIn(6)
  const held = await world.insert(site, 'shifts', {
    ...{ event: full, assignment, person: holder.id, draft: at(-20), ...times(6) },
  })
  const place = await as(member, 'POST', '/waiting', { event: full, assignment })
  await world.superuser.query('update core.shifts set person = null where id = $1', [held.id])
  await as(admin, 'PUT', `/waiting/${place.id}/offer`, { shift: held.id })
  const given = await shiftIn(8, { person: holder.id })
  const swap = await as(holder, 'POST', '/swaps', { shift: given, kind: 'hand_over', to: member.id, comments: 'Ill' })

  const read = (who: typeof member) => world.act(site, memberActor(who), (ctx) => listQuestions(ctx, who.id))
  const questions = await read(member)
  expect(questions.map(({ kind }) => kind).sort()).toEqual(['cover', 'held', 'shift', 'swap'])
  expect(questions.map(({ at }) => at)).toEqual(questions.map(({ at }) => at).sort())
  expect(questions.find(({ kind }) => kind === 'shift')).toMatchObject({ id: own, event_name: 'In 5 days', at: at(5) })
  expect(questions.find(({ kind }) => kind === 'cover')).toMatchObject({ at: at(1), facts: { asked: 1, free: true } })
  expect(questions.find(({ kind }) => kind === 'held')).toMatchObject({
    ...{ id: place.id, assignment: 'Helm', facts: { exclusive: true } },
  })
  expect(questions.find(({ kind }) => kind === 'swap')).toMatchObject({
    ...{ id: swap.id, facts: { kind: 'hand_over', who: 'Hamish', gives: null, people: 2, comments: 'Ill' } },
  })
  expect((await read(stranger)).map(({ kind }) => kind)).toEqual([])

  await as(member, 'PUT', '/shifts/answers', [{ id: own, answer: 'confirmed' }])
  await as(member, 'PUT', `/waiting/${place.id}/decline`)
  await as(member, 'PUT', `/swaps/${swap.id}/accept`)
  expect((await read(member)).map(({ kind }) => kind)).toEqual(['cover'])
})
