import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import type { WriteNotice } from '#server/deliveries/transport.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { erasePersonRows } from '#server/platform/erase-rows.ts'
import { listAnsweredRequests, listWaitingRequests } from '#server/requests/answer/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { messagingFor, settle, tell } from '#tests/support/messages/messaging.ts'

const NOW = new Date('2027-06-19T06:00:00Z')
const SPAN = { start: '2027-06-29T09:00:00.000Z', end: '2027-06-29T16:00:00.000Z' }
const TEN = '2027-06-29T10:00:00.000Z'
const TWO = '2027-06-29T14:00:00.000Z'
const ASKED = { modified_start: TEN, modified_end: TWO, comments: 'The dentist' }

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC' }))
  .extend('event', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...SPAN })).id)
  .extend('shift', async ({ world, site, event, member }) => {
    const shift = { event, person: member.id, draft: '2027-05-01T09:00Z', ...SPAN }
    return (await world.insert(site, 'shifts', shift)).id
  })
  .extend('asAdmin', async ({ api, site, admin, callApi }) => {
    const headers = await api.signIn(site, admin)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })
  .extend('asMember', async ({ api, site, member, callApi }) => {
    const headers = await api.signIn(site, member)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })
  .extend('ask', ({ asMember, shift }) => async (body: object = ASKED) => {
    const answer = await asMember('PUT', `/shifts/${shift}/times`, body)
    return { status: answer.status, body: answer.body, request: answer.body?.request }
  })
  .extend('agreedOn', ({ asAdmin, shift }) => async () => {
    const { modified_start, modified_end } = (await asAdmin('GET', `/shifts/${shift}`)).body.results.shifts[shift]
    return [modified_start, modified_end].map((at) => at && new Date(at).toISOString())
  })
  .extend(
    'waiting',
    ({ asAdmin }) =>
      async () =>
        (await asAdmin('GET', '/timerequests')).body,
  )
  .extend('messages', ({ world, site, member }) => async () => {
    await settle(world)
    const { rows } = await world.superuser.query(
      "select kind, state from core.deliveries where site_id = $1 and person = $2 and channel = 'email' order by id",
      [site.id, member.id],
    )
    return rows.map(({ kind, state }) => `${kind} ${state}`)
  })
  .extend(
    'notifiedOf',
    ({ world, site, member, shift }) =>
      () =>
        tell(world, site, shift, member),
  )

const times = ({ modified_start, modified_end }: { modified_start: string | null; modified_end: string | null }) =>
  [modified_start, modified_end].map((at) => at && new Date(at).toISOString())

test('a person asks for other times once, changes them and withdraws', async ({ ask, asMember, shift, waiting }) => {
  const [first, again] = await Promise.all([ask(), ask()])
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.request).toMatchObject({ id: first.request.id, version: 1, state: 'waiting', comments: 'The dentist' })
  expect(times(again.request)).toEqual([TEN, TWO])
  expect((await waiting()).count).toBe(1)
  const changed = await ask({ modified_end: TWO, version: 1 })
  expect(changed.request).toMatchObject({ id: first.request.id, version: 2, modified_start: null, comments: '' })
  // Changed from an outdated version, such as in another tab.
  expect((await ask({ modified_end: TEN, version: 1 })).status).toBe(409)
  for (const _ of [1, 2]) expect((await asMember('DELETE', `/shifts/${shift}/times`)).status).toBe(204)
  expect((await asMember('GET', `/shifts/${shift}/times`)).body).toEqual({ request: null })
  expect((await waiting()).count).toBe(0)
  expect((await ask({ modified_end: TEN, version: 2 })).status).toBe(409)
})

test.for([
  [
    'an end before the start',
    { modified_start: TWO, modified_end: TEN },
    { modified_end: ['Must be after the start.'] },
  ],
  [
    'a start before the shift',
    { modified_start: '2027-06-29T08:00:00Z' },
    { modified_start: ['Must be within the shift.'] },
  ],
  ['an end on another day', { modified_end: '2027-06-30T10:00:00Z' }, { modified_end: ['Must be within the shift.'] }],
  ['no zone', { modified_start: '2027-06-29T10:00' }, { modified_start: [expect.any(String)] }],
  ['the times as they are', {}, { modified_start: ['These are already your times. Choose others.'] }],
  ['a long message', { ...ASKED, comments: 'x'.repeat(1001) }, { comments: ['Must be at most 1000 characters.'] }],
] as [string, object, object][])(
  'refuses %s at its field and stores nothing',
  async ([_what, body, issues], { ask, waiting }) => {
    expect(await ask(body)).toMatchObject({ status: 400, body: issues })
    expect((await waiting()).count).toBe(0)
  },
)

test('only the person on a published shift asks, until it begins; only admins list and answer', async ({
  world,
  site,
  shift,
  member,
  ask,
  api,
  asMember,
  asAdmin,
  callApi,
}) => {
  const other = await world.makePerson(site)
  const asOther = await api.signIn(site, other)
  expect((await callApi('PUT', `/shifts/${shift}/times`, asOther, ASKED)).status).toBe(403)
  expect((await callApi('DELETE', `/shifts/${shift}/times`, asOther)).status).toBe(403)
  expect((await callApi('GET', `/shifts/${shift}/times`, asOther)).status).toBe(404)
  expect((await asAdmin('PUT', `/shifts/${shift}/times`, ASKED)).status).toBe(403)
  const { id } = (await ask()).request
  for (const [method, path] of [
    ['GET', '/timerequests'],
    ['PUT', `/timerequests/${id}/agree`],
    ['PUT', `/timerequests/${id}/decline`],
    ['PUT', `/timerequests/${id}/undo`],
    ['POST', `/timerequests/${id}/preview`],
  ] as const)
    expect((await asMember(method, path, method === 'GET' ? undefined : { version: 1, do: 'agree' })).status).toBe(403)
  expect((await asAdmin('GET', `/shifts/${shift}/times`)).body.request).toMatchObject({ id, person: member.id })
  expect((await asAdmin('PUT', '/timerequests/999999/agree', { version: 1 })).status).toBe(404)
  await world.superuser.query('update core.shifts set draft = null where id = $1 and site_id = $2', [shift, site.id])
  expect((await ask({ modified_end: TWO })).status).toBe(404)
})

test('agreeing sets the times, is one mail, and undoing it restores those agreed before', async ({
  ask,
  asAdmin,
  shift,
  agreedOn,
  notifiedOf,
  messages,
  waiting,
  world,
}) => {
  await asAdmin('PUT', '/shifts', { id: shift, modified_end: '2027-06-29T15:00:00Z' })
  await notifiedOf()
  const { id } = (await ask()).request
  const preview = await asAdmin('POST', `/timerequests/${id}/preview`, { do: 'agree', version: 1 })
  expect(preview.body.notifies.people).toBe(1)
  expect(await agreedOn()).toEqual([null, '2027-06-29T15:00:00.000Z'])
  expect(await asAdmin('PUT', `/timerequests/${id}/agree`, { version: 1 })).toMatchObject({
    status: 200,
    body: { notifies: { people: 1 } },
  })
  expect(await asAdmin('PUT', `/timerequests/${id}/agree`, { version: 1 })).toMatchObject({ status: 200 })
  expect(await agreedOn()).toEqual([TEN, TWO])
  expect(await messages()).toEqual(['shift.changed queued'])
  expect((await waiting()).count).toBe(0)
  expect((await asAdmin('GET', '/timerequests?state=answered')).body.requests).toMatchObject([{ id, state: 'agreed' }])
  expect((await asAdmin('PUT', `/timerequests/${id}/undo`)).status).toBe(204)
  expect(await agreedOn()).toEqual([null, '2027-06-29T15:00:00.000Z'])
  expect((await waiting()).requests).toMatchObject([{ id, state: 'waiting' }])
  const { rows } = await world.superuser.query(
    "select action, details from core.audit where subject = 'shifts' and subject_id = $1 order by id",
    [shift],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'shifts.update',
    'request.ask_times',
    'shifts.update',
    'request.agree_times',
    'shifts.update',
    'request.undo_times',
  ])
  expect(Object.keys(rows[2].details)).toEqual(expect.arrayContaining(['modified_start', 'modified_end']))
})

const writtenPlainly: WriteNotice = ({ person, facts }) => ({
  to: person.email,
  subject: facts.title,
  text: facts.paragraphs.join('\n'),
  html: '',
  headers: {},
  attachments: [],
})

test('a declined person reads why, once, and nothing of an answer that is undone', async ({
  ask,
  asAdmin,
  messages,
  notifiedOf,
  world,
  member,
}) => {
  await notifiedOf()
  const { id } = (await ask()).request
  await asAdmin('PUT', `/timerequests/${id}/agree`, { version: 1 })
  await asAdmin('PUT', `/timerequests/${id}/undo`)
  expect(await messages()).toEqual([])
  world.clock.set(new Date(NOW.getTime() + 1000))
  const declined = await asAdmin('PUT', `/timerequests/${id}/decline`, { version: 1, reason: 'No one else can.' })
  expect(declined.body.notifies.people).toBe(1)
  await asAdmin('PUT', `/timerequests/${id}/decline`, { version: 1 })
  expect(await messages()).toEqual(['request.times queued'])
  const { messaging, transports } = messagingFor(world, { writeNotice: writtenPlainly })
  world.clock.set(new Date(NOW.getTime() + 2 * UNDO_WINDOW_MS))
  await messaging.drain()
  world.clock.set(NOW)
  const mine = transports.email.sent.filter(({ to }) => to === member.email)
  expect(mine.map(({ text }) => text)).toEqual([
    expect.stringMatching(/You asked for \{span\} on your shift at Race\.[\s\S]*No one else can\./),
  ])
  await messaging.stop()
})

test('an answer to a request that was changed or answered, or whose shift moved or began, is a conflict', async ({
  ask,
  asAdmin,
  shift,
  agreedOn,
  world,
  site,
}) => {
  const { id } = (await ask()).request
  await ask({ modified_end: TWO })
  const agree = (version: number) => asAdmin('PUT', `/timerequests/${id}/agree`, { version })
  expect((await agree(1)).status).toBe(409)
  expect(await agreedOn()).toEqual([null, null])
  await asAdmin('PUT', '/shifts', { id: shift, end: '2027-06-29T13:00:00Z' })
  expect((await agree(2)).status).toBe(409)
  await asAdmin('PUT', '/shifts', { id: shift, end: SPAN.end })
  await asAdmin('PUT', `/timerequests/${id}/decline`, { version: 2 })
  expect((await agree(2)).status).toBe(409)
  await asAdmin('PUT', `/timerequests/${id}/undo`)
  await world.superuser.query('update core.shifts set start = $1 where id = $2 and site_id = $3', [
    '2027-06-19T05:00:00Z',
    shift,
    site.id,
  ])
  expect((await agree(2)).status).toBe(409)
  expect((await asAdmin('GET', '/timerequests?state=answered')).body.requests).toMatchObject([{ id, state: 'ended' }])
  expect((await ask()).status).toBe(409)
})

test('a request waits only while the shift is theirs, and ends with it; an answered one stays', async ({
  world,
  site,
  ask,
  asAdmin,
  shift,
  member,
  waiting,
  event,
}) => {
  const left = async () =>
    (
      await world.superuser.query('select granted from core.time_requests where site_id = $1 order by id', [site.id])
    ).rows.map(({ granted }) => granted)
  const other = await world.makePerson(site)
  for (const person of [null, other.id]) {
    await ask()
    expect((await waiting()).count).toBe(1)
    await asAdmin('PUT', '/shifts', { id: shift, person })
    expect((await waiting()).count).toBe(0)
    expect((await asAdmin('GET', '/timerequests?state=answered')).body.count).toBe(0)
    await asAdmin('PUT', '/shifts', { id: shift, person: member.id })
  }
  const { id } = (await ask()).request
  await asAdmin('PUT', `/timerequests/${id}/decline`, { version: 1 })
  await asAdmin('PUT', '/shifts', { id: shift, person: null })
  expect(await left()).toEqual([false])
  expect((await asAdmin('PUT', `/timerequests/${id}/undo`)).status).toBe(409)
  await asAdmin('DELETE', `/shifts/${shift}/`)
  expect(await left()).toEqual([])
  expect(event).toBeGreaterThan(0)
})

test('undoing the removal of a person from their shift restores their request', async ({
  world,
  site,
  ask,
  asAdmin,
  api,
  callApi,
  shift,
  waiting,
}) => {
  const { id } = (await ask()).request
  const other = await world.makePerson(site)
  const undo = async (change: object) => {
    const { body } = await asAdmin('POST', '/shifts/bulk', { ids: [shift], changes: change })
    expect((await waiting()).count).toBe(0)
    expect((await asAdmin('PUT', `/timerequests/${id}/agree`, { version: 1 })).status).toBe(409)
    return () => asAdmin('POST', '/shifts/undo', { token: body.undo.token })
  }
  expect((await (await undo({ person: null }))()).status).toBe(200)
  expect((await waiting()).requests).toMatchObject([{ id, version: 1, state: 'waiting', comments: 'The dentist' }])

  const back = await undo({ person: other.id })
  const theirs = await api.signIn(site, other)
  const asked = await callApi('PUT', `/shifts/${shift}/times`, theirs, { modified_end: TWO })
  expect(asked.body.request).toMatchObject({ person: other.id, comments: '', modified_start: null })
  expect((await waiting()).requests).toMatchObject([{ person: other.id }])
  expect((await back()).status).toBe(200)
  expect((await waiting()).requests).toMatchObject([{ id, comments: 'The dentist' }])
  expect((await asAdmin('PUT', `/timerequests/${id}/agree`, { version: 1 })).status).toBe(200)
})

test('a request is removed when its person is erased', async ({ world, site, ask, member }) => {
  await ask()
  await inTransaction(world.pool('platform'), 'write', {}, (db: Kysely<DB>) =>
    erasePersonRows(db, site.id, member.id, NOW),
  )
  const left = await world.superuser.query('select id from core.time_requests where site_id = $1', [site.id])
  expect(left.rows).toEqual([])
})

test('the inbox has both kinds, by event, each answered on its own screen', async ({
  world,
  site,
  event,
  ask,
  member,
  asAdmin,
}) => {
  const other = await world.makePerson(site, { name: 'Bob' })
  await world.insert(site, 'requests', { event, person: other.id, created_at: '2020-01-01T00:00Z' })
  const { id } = (await ask()).request
  const list = (of: typeof listWaitingRequests) => world.withSite(site.id, (db) => of(db, { now: NOW }))
  const kinds = async (of: typeof listWaitingRequests) =>
    (await list(of)).rows.map(({ kind, state }) => `${kind} ${state}`)
  // The event has no open shift, so that its request can only be declined: it comes last.
  expect(await kinds(listWaitingRequests)).toEqual(['times waiting', 'event waiting'])
  expect(await list(listWaitingRequests)).toMatchObject({
    count: 2,
    rows: [{ id, requests: [id], person: member.id }, {}],
  })
  await asAdmin('PUT', `/timerequests/${id}/agree`, { version: 1 })
  expect(await kinds(listWaitingRequests)).toEqual(['event waiting'])
  expect(await kinds(listAnsweredRequests)).toEqual(['times agreed'])
})
