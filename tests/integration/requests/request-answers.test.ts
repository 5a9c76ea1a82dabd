import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import type { WriteNotice } from '#server/deliveries/transport.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { createProductCollections } from '#server/registry.ts'
import {
  assignRequest,
  declineRequest,
  previewAnswer,
  reopenRequest,
  undoAssign,
} from '#server/requests/answer/commands.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { NOW, test } from '#tests/support/requests.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const engine = createProductCollections()

test('is pending until the person is on a shift, an admin declined it, or the event is over', async ({
  waiting,
  request,
  shift,
  act,
  answered,
  world,
  site,
  ann,
}) => {
  expect((await waiting()).rows.map(({ id, state }) => [id, state])).toEqual([[request, 'waiting']])
  const place = await shift()
  await act((ctx) => assignRequest(ctx, engine, request, { shift: place }))
  expect((await waiting()).count).toBe(0)
  expect((await answered()).rows.map(({ id, state }) => [id, state])).toEqual([[request, 'assigned']])
  const past = (
    await world.insert(site, 'events', { name: 'Past', start: '2027-05-10T08:00Z', end: '2027-05-10T16:00Z' })
  ).id
  await world.insert(site, 'requests', { event: past, person: ann.id })
  expect((await waiting()).count).toBe(0)
  expect((await answered()).count).toBe(2)
})

test('sorts by event, then by time of request', async ({ world, site, event, waiting }) => {
  const bob = await world.makePerson(site, { name: 'Bob' })
  const sooner = (
    await world.insert(site, 'events', { name: 'Sooner', start: '2027-06-10T08:00Z', end: '2027-06-10T16:00Z' })
  ).id
  await world.insert(site, 'requests', { event, person: bob.id, created_at: '2020-01-01T00:00Z' })
  await world.insert(site, 'requests', { event: sooner, person: bob.id })
  expect((await waiting()).rows.map((row) => `${row.event_name} ${row.person_name}`)).toEqual([
    'Sooner Bob',
    'Race 4 Bob',
    'Race 4 Ann',
  ])
})

test('assigns the requested shift when none is named, and notifies by the notice of the shift', async ({
  world,
  site,
  shift,
  request,
  act,
  kinds,
}) => {
  const boat = (await world.insert(site, 'assignments', { name: 'Safety boat' })).id
  await shift()
  const wanted = await shift({ assignment: boat })
  await world.superuser.query('update core.requests set assignment = $1 where id = $2', [boat, request])
  expect(await act((ctx) => assignRequest(ctx, engine, request, { publish: true }))).toEqual({
    shift: wanted,
    published: true,
    ...{ modified_start: null, modified_end: null },
    notifies: { people: 1, names: ['Ann'] },
  })
  expect(await kinds()).toEqual(['shift.assigned queued'])
  expect(await act((ctx) => assignRequest(ctx, engine, request, { shift: wanted, publish: true }))).toEqual({
    shift: wanted,
    published: false,
    ...{ modified_start: null, modified_end: null },
    notifies: { people: 0, names: [] },
  })
  expect(await kinds()).toEqual(['shift.assigned queued'])
})

test('refuses a shift that is taken, is of another event, or does not exist', async ({
  shift,
  admin,
  world,
  site,
  act,
  request,
}) => {
  const taken = await shift({ person: admin.id })
  const other = (
    await world.insert(site, 'events', { name: 'Other', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' })
  ).id
  const elsewhere = await shift({ event: other })
  for (const wrong of [taken, elsewhere, 999_999])
    await expect(act((ctx) => assignRequest(ctx, engine, request, { shift: wrong }))).rejects.toMatchObject({
      code: 'conflict',
    })
  await expect(act((ctx) => assignRequest(ctx, engine, request, {}))).rejects.toMatchObject({ code: 'conflict' })
})

test('chooses no shift automatically that the person is not qualified for', async ({
  world,
  site,
  shift,
  act,
  request,
}) => {
  const competency = (await world.insert(site, 'competencies', { name: 'VHF' })).id
  const role = (await world.insert(site, 'roles', { name: 'Radio', required_competencies: `{${competency}}` })).id
  const radio = await shift({ role })
  await expect(act((ctx) => assignRequest(ctx, engine, request, {}))).rejects.toMatchObject({ code: 'conflict' })
  expect(await act((ctx) => assignRequest(ctx, engine, request, { shift: radio }))).toMatchObject({ shift: radio })
})

test('declines with a reason and tells the person exactly once, even after double clicks', async ({
  act,
  request,
  kinds,
  world,
  ann,
  answered,
}) => {
  await Promise.all(
    Array.from({ length: 8 }, () => act((ctx) => declineRequest(ctx, request, 'All shifts are taken.'))),
  )
  await act((ctx) => declineRequest(ctx, request, 'Again'))
  expect(await kinds()).toEqual(['request.declined queued'])
  const { messaging, transports } = messagingFor(world, { writeNotice: writtenPlainly })
  await messaging.drain()
  expect(transports.email.sent).toEqual([])
  world.clock.set(new Date(NOW.getTime() + 2 * UNDO_WINDOW_MS))
  await messaging.drain()
  await messaging.drain()
  world.clock.set(NOW)
  const mine = transports.email.sent.filter(({ to }) => to === ann.email)
  expect(mine.map(({ kind, text }) => [kind, text])).toEqual([
    ['request.declined', expect.stringContaining('Thank you for offering to help at Race 4.')],
  ])
  expect(mine[0]?.text).toContain('All shifts are taken.')
  expect((await answered()).rows[0]).toMatchObject({ state: 'declined', declined_reason: 'All shifts are taken.' })
  await messaging.stop()
})

const writtenPlainly: WriteNotice = ({ person, facts }) => ({
  to: person.email,
  subject: facts.title,
  text: facts.paragraphs.join('\n'),
  html: '',
  headers: {},
  attachments: [],
})

test('reopened before it was sent, it is withdrawn; declined again, it is notified', async ({
  act,
  request,
  kinds,
  waiting,
  world,
  shift,
}) => {
  await act((ctx) => declineRequest(ctx, request))
  await act((ctx) => reopenRequest(ctx, request))
  expect(await kinds()).toEqual(['request.declined cancelled'])
  expect((await waiting()).count).toBe(1)
  world.clock.set(new Date(NOW.getTime() + 60_000))
  await act((ctx) => declineRequest(ctx, request))
  expect(await kinds()).toEqual(['request.declined cancelled', 'request.declined queued'])
  const place = await shift()
  await act((ctx) => reopenRequest(ctx, request))
  await act((ctx) => assignRequest(ctx, engine, request, { shift: place }))
  expect(await kinds()).toEqual(['request.declined cancelled', 'request.declined cancelled'])
  await expect(act((ctx) => declineRequest(ctx, request))).rejects.toMatchObject({ code: 'conflict' })
  world.clock.set(NOW)
})

test('an answered request cannot be answered differently, and says who answered it', async ({
  act,
  request,
  shift,
  world,
  site,
  kinds,
  ann,
}) => {
  const bo = await world.makePerson(site, { name: 'Bo', role: 'admin' })
  const asBo = (work: (ctx: Ctx) => Promise<unknown>) => world.act(site, adminActor(bo), work)
  const [first, second] = [await shift(), await shift()]
  const answered = (by: string | null, then: string) => ({
    code: 'conflict',
    message: `${by ? `${by} has already answered this request.` : 'This request has already been answered.'} ${then}`,
    extras: { body: { answered_by: by } },
  })
  await act((ctx) => assignRequest(ctx, engine, request, { shift: first, publish: true }))
  for (const input of [{ shift: second }, {}])
    await expect(asBo((ctx) => assignRequest(ctx, engine, request, input))).rejects.toMatchObject(
      answered('Ada', 'They have a shift at this event.'),
    )
  await expect(asBo((ctx) => declineRequest(ctx, request))).rejects.toMatchObject(
    answered('Ada', 'They have a shift at this event.'),
  )
  await act((ctx) => undoAssign(ctx, engine, request, { shift: first, published: true }))
  await asBo((ctx) => declineRequest(ctx, request))
  await expect(act((ctx) => assignRequest(ctx, engine, request, { shift: second }))).rejects.toMatchObject(
    answered('Bo', 'It was declined.'),
  )
  await act((ctx) => reopenRequest(ctx, request))
  await world.superuser.query('update core.shifts set person = $1 where id = $2', [ann.id, first])
  await expect(act((ctx) => assignRequest(ctx, engine, request, { shift: second }))).rejects.toMatchObject(
    answered(null, 'They have a shift at this event.'),
  )
  expect(await kinds()).toEqual(['request.declined cancelled'])
})

test('of two concurrent coordinators one is first, whatever they answer', async ({
  act,
  request,
  shift,
  world,
  site,
  kinds,
}) => {
  const bo = await world.makePerson(site, { name: 'Bo', role: 'admin' })
  for (let round = 0; round < 5; round++) {
    const [first, second] = [await shift(), await shift()]
    const answers = await Promise.allSettled([
      act((ctx) => assignRequest(ctx, engine, request, { shift: first, publish: true })),
      world.act(site, adminActor(bo), (ctx) => assignRequest(ctx, engine, request, { shift: second, publish: true })),
      world.act(site, adminActor(bo), (ctx) => declineRequest(ctx, request)),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await world.superuser.query(
      'select id::int from core.shifts where id = any ($1) and person is not null',
      [[first, second]],
    )
    const queued = (await kinds()).filter((kind) => kind.endsWith(' queued'))
    expect(queued).toEqual(rows.length ? ['shift.assigned queued'] : ['request.declined queued'])
    if (rows[0]) await act((ctx) => undoAssign(ctx, engine, request, { shift: rows[0].id, published: true }))
    await act((ctx) => reopenRequest(ctx, request))
  }
})

const ANN = [{ name: 'Ann', channels: ['email'] }]

test('previews the recipients of an answer, and stores nothing', async ({
  shift,
  act,
  request,
  world,
  ann,
  kinds,
  waiting,
  site,
}) => {
  const [open, hidden] = [await shift({ draft: NOW }), await shift()]
  const ask = (over: object) =>
    act((ctx) => previewAnswer(ctx, engine, request, { do: 'assign', ...over })).then(({ notifies }) => notifies.names)
  expect(await ask({ shift: open })).toEqual(['Ann'])
  expect(await ask({ shift: hidden })).toEqual([])
  expect(await ask({ shift: hidden, publish: true })).toEqual(['Ann'])
  const declined = () => act((ctx) => previewAnswer(ctx, engine, request, { do: 'decline' }))
  expect(await declined()).toEqual({ notifies: { people: 1, names: ['Ann'] }, recipients: ANN })
  await world.superuser.query('update core.people set email_notifications = false where id = $1', [ann.id])
  expect([await ask({ shift: open }), await declined()]).toEqual([
    [],
    { notifies: { people: 0, names: [] }, recipients: [] },
  ])
  expect([await kinds(), (await waiting()).count]).toEqual([[], 1])
  await expect(
    world.act(site, memberActor(ann), (ctx) => previewAnswer(ctx, engine, request, { do: 'decline' })),
  ).rejects.toMatchObject({ code: 'forbidden' })
})

test('undone in time, an assignment notifies no one: the shift is open and unpublished again, and the request waits', async ({
  shift,
  world,
  act,
  request,
  kinds,
  waiting,
}) => {
  const place = await shift()
  const { messaging, transports } = messagingFor(world)
  const undo = (published: boolean) => act((ctx) => undoAssign(ctx, engine, request, { shift: place, published }))
  const { published } = await act((ctx) => assignRequest(ctx, engine, request, { shift: place, publish: true }))
  await messaging.drain()
  await undo(published)
  world.clock.set(new Date(NOW.getTime() + 2 * UNDO_WINDOW_MS))
  await messaging.drain()
  expect([transports.email.sent, await kinds()]).toEqual([[], []])
  const stored = await world.superuser.query('select person, draft from core.shifts where id = $1', [place])
  expect(stored.rows).toEqual([{ person: null, draft: null }])
  expect((await waiting()).rows.map(({ id, state }) => [id, state])).toEqual([[request, 'waiting']])
  await expect(undo(published)).rejects.toMatchObject({ code: 'conflict' })
  // Too late, people are told: anyone told of the shift is told that it is gone.
  await act((ctx) => assignRequest(ctx, engine, request, { shift: place, publish: true }))
  world.clock.set(new Date(NOW.getTime() + 4 * UNDO_WINDOW_MS))
  await messaging.drain()
  await undo(true)
  expect(await kinds()).toEqual(['shift.assigned sent', 'shift.cancelled queued'])
  await messaging.stop()
  world.clock.set(NOW)
})

test('is not sent to people who turned such messages off, and never to members of another site', async ({
  world,
  ann,
  act,
  request,
  kinds,
  admin,
  site,
}) => {
  await world.superuser.query('update core.people set email_notifications = false where id = $1', [ann.id])
  await act((ctx) => declineRequest(ctx, request))
  const { messaging } = messagingFor(world, { writeNotice: writtenPlainly })
  world.clock.set(new Date(NOW.getTime() + 2 * UNDO_WINDOW_MS))
  await messaging.drain()
  world.clock.set(NOW)
  expect(await kinds()).toEqual(['request.declined skipped'])
  await messaging.stop()
  const other = await world.makeSite()
  await expect(world.act(other, adminActor(admin), (ctx) => declineRequest(ctx, request))).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(world.act(site, memberActor(ann), (ctx) => declineRequest(ctx, request))).rejects.toMatchObject({
    code: 'forbidden',
  })
})
