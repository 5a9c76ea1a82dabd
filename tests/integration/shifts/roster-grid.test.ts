import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { withUndoWindow } from '#server/deliveries/preview-notifications.ts'
import { settleChanges } from '#server/deliveries/settle.ts'
import { publishAll, undoPublish } from '#server/publishing/commands.ts'
import { createProductCollections } from '#server/registry.ts'
import { assignShift, assignShifts, previewAssign } from '#server/shifts/assign/commands.ts'
import { previewPublish } from '#server/shifts/grid/commands.ts'
import { gridQuery } from '#server/shifts/grid/contract.ts'
import { getGrid } from '#server/shifts/grid/queries.ts'
import { saveRoster } from '#server/shifts/roster-editor/commands.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { messagingFor, settle } from '#tests/support/messages/messaging.ts'
import { adminActor, log, memberActor, type World } from '#tests/support/world.ts'

const engine = createProductCollections()
const NOW = new Date('2027-06-01T11:00:00Z')
const ROUNDS = process.env.PROOF ? 200 : 4

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ timezone: 'Australia/Sydney' }))
  .extend('admin', { scope: 'file', auto: true }, ({ world, site }) =>
    world.makePerson(site, { name: 'Ada', role: 'admin' }),
  )
  .extend('ann', { scope: 'file', auto: true }, ({ world, site }) => world.makePerson(site, { name: 'Ann' }))
  .extend('bob', { scope: 'file', auto: true }, ({ world, site }) => world.makePerson(site, { name: 'Bob' }))
  .extend(
    'race',
    { scope: 'file', auto: true },
    async ({ world, site }) =>
      (await world.insert(site, 'events', { name: 'Race', start: '2027-06-05T00:00Z', end: '2027-06-05T06:00Z' })).id,
  )
  .extend(
    'supper',
    { scope: 'file', auto: true },
    async ({ world, site }) =>
      (await world.insert(site, 'events', { name: 'Supper', start: '2027-06-05T05:00Z', end: '2027-06-05T09:00Z' })).id,
  )
  .extend(
    'shift',
    { scope: 'file' },
    ({ world, site }) =>
      async (event: number, over: Record<string, unknown> = {}) =>
        (await world.insert(site, 'shifts', { event, start: '2027-06-05T00:00Z', end: '2027-06-05T06:00Z', ...over }))
          .id,
  )
  .extend(
    'grid',
    { scope: 'file' },
    ({ world, site }) =>
      (query: Record<string, string> = {}) =>
        world.withSite(site.id, async (db) =>
          (await getGrid(db, { query: gridQuery.parse(query), zone: site.timezone, now: NOW })).value(),
        ),
  )
  .extend(
    'act',
    { scope: 'file' },
    ({ world, site, admin }) =>
      <T>(work: (ctx: Parameters<Parameters<World['act']>[2]>[0]) => Promise<T>) =>
        world.act(site, adminActor(admin), work),
  )

test.beforeAll(async ({ shift, race, ann, supper }) => {
  await shift(race, { person: ann.id })
  await shift(race, {})
  await shift(supper, {
    person: ann.id,
    start: '2027-06-05T05:00Z',
    end: '2027-06-05T09:00Z',
    draft: '2027-05-01T00:00Z',
  })
})

test('shows the window of the site’s days with clashes, and filters by the address', async ({ grid, bob }) => {
  const all = await grid()
  expect([all.from, all.until]).toEqual(['2027-06-01', '2027-06-15'])
  expect(all.events.map(({ name }) => name)).toEqual(['Race', 'Supper'])
  expect(all.shifts.map(({ name, clash, published }) => [name, clash, published])).toEqual([
    ['Ann', 'Supper', false],
    [null, null, false],
    ['Ann', 'Race', true],
  ])
  expect((await grid({ show: 'open' })).events.map(({ name }) => name)).toEqual(['Race'])
  expect((await grid({ show: 'clashes' })).events).toHaveLength(2)
  expect((await grid({ person: String(bob.id) })).events).toHaveLength(0)
  expect((await grid({ from: '2027-06-06' })).events).toHaveLength(0)
  expect((await grid({ from: '2027-06-05', days: '7' })).events).toHaveLength(2)
})

test('treats nonsense in the address as absent', async ({ grid }) => {
  const odd = await grid({ from: '2027-02-31', days: '9999', show: 'x', type: "1'; drop", role: ',,' })
  expect([odd.from, odd.until, odd.events.length]).toEqual(['2027-06-01', '2027-06-15', 2])
})

test('reads as many statements for many events as for few', async ({ world, site, shift, grid }) => {
  const count = async () => {
    let statements = 0
    await world.withSite(site.id, (db) => {
      const counted = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          statements += 1
          return result
        },
      }) as typeof db
      return getGrid(counted, { query: gridQuery.parse({ from: '2028-01-01' }), zone: site.timezone, now: NOW })
    })
    return statements
  }
  const few = await count()
  for (let i = 0; i < 40; i++) {
    const event = (
      await world.insert(site, 'events', { name: `E${i}`, start: '2028-01-02T00:00Z', end: '2028-01-02T06:00Z' })
    ).id
    await shift(event, { start: '2028-01-02T00:00Z', end: '2028-01-02T06:00Z' })
  }
  expect([few, await count()]).toEqual([1, 1])
  expect((await grid({ from: '2028-01-01' })).events).toHaveLength(40)
})

test('publishes several events together, and notifies as many as it said', async ({
  act,
  race,
  supper,
  world,
  site,
  ann,
}) => {
  const both = { events: [race, supper], shifts: [] }
  expect(await act((ctx) => previewPublish(ctx, both))).toEqual({
    notifies: { people: 1, names: ['Ann'] },
    recipients: [{ name: 'Ann', channels: ['email'] }],
  })
  const published = await act((ctx) => publishAll(ctx, both))
  expect([published.shifts.length, published.at]).toEqual([2, expect.stringMatching(/Z$/)])
  expect(await act((ctx) => publishAll(ctx, both))).toEqual({ shifts: [], at: null })
  for (const [actor, code] of [[memberActor(ann), 'forbidden']] as const) {
    await expect(world.act(site, actor, (ctx) => publishAll(ctx, both))).rejects.toMatchObject({ code })
    await expect(world.act(site, actor, (ctx) => undoPublish(ctx, published))).rejects.toMatchObject({ code })
  }
})

test('a publication undone in time notifies no one, and is undone only once', async ({
  act,
  world,
  site,
  shift,
  ann,
}) => {
  const span = { start: '2027-06-08T00:00Z', end: '2027-06-08T06:00Z' }
  const { id: event } = await world.insert(site, 'events', { name: 'Undone', ...span })
  await shift(event, { ...span, draft: null, person: ann.id })
  await shift(event, { ...span, draft: null })
  const publish = () =>
    act((ctx) => withUndoWindow(ctx, UNDO_WINDOW_MS, (held) => publishAll(held, { events: [event], shifts: [] })))
  const { done, notifies } = await publish()
  expect(notifies).toEqual({ people: 1, names: [ann.name] })
  await settleChanges({ pool: world.pool('worker'), clock: world.clock, log })
  const messages = async () =>
    (await world.superuser.query('select kind from core.deliveries where event = $1', [event])).rows
  expect(await messages()).toEqual([])
  expect(await act((ctx) => undoPublish(ctx, done))).toEqual({ unpublished: 2 })
  await settle(world)
  expect(await messages()).toEqual([])
  await expect(act((ctx) => undoPublish(ctx, done))).rejects.toMatchObject({ code: 'conflict' })
  // Published again, the shifts stay published: the older undo has ended.
  world.clock.set(new Date(NOW.getTime() + 1000))
  const again = await publish()
  await expect(act((ctx) => undoPublish(ctx, done))).rejects.toMatchObject({ code: 'conflict' })
  expect(await act((ctx) => undoPublish(ctx, again.done))).toEqual({ unpublished: 2 })
})

test('assigns several people together or no one, notifies as many as it said, and no one when undone in time', async ({
  world,
  site,
  shift,
  ann,
  bob,
  act,
}) => {
  const span = { start: '2027-06-06T00:00Z', end: '2027-06-06T06:00Z' }
  const later = (await world.insert(site, 'events', { name: 'Later', ...span })).id
  const shifts = await Promise.all([0, 1, 2].map((n) => shift(later, { ...span, draft: n === 2 ? null : NOW })))
  const steps = [ann, ann, bob].map(({ id }, n) => ({ shift: shifts[n] ?? 0, person: id, was: null }))
  const back = steps.map(({ shift, person }) => ({ shift, person: null, was: person }))
  const people = async () =>
    (await world.superuser.query('select person::int from core.shifts where event = $1 order by id', [later])).rows.map(
      ({ person }) => person,
    )
  const { messaging, transports } = messagingFor(world)
  await messaging.drain()
  const before = transports.email.sent.length
  const inAMinute = async (n: number) => {
    world.clock.set(new Date(NOW.getTime() + n * 60_000))
    await messaging.drain()
    // Messages of the tests before are sent meanwhile.
    const own = transports.email.sent.slice(before).filter(({ subject }) => subject.includes('Later'))
    return own.map(({ to, kind }) => [to, kind])
  }
  expect(await act((ctx) => previewAssign(ctx, engine, steps))).toMatchObject({
    notifies: { people: 1, names: ['Ann'] },
  })
  expect([await people(), await act((ctx) => assignShifts(ctx, engine, steps))]).toEqual([
    [null, null, null],
    { notifies: { people: 1, names: ['Ann'] }, versions: expect.any(Object) },
  ])
  await messaging.drain()
  expect(await act((ctx) => assignShifts(ctx, engine, back))).toMatchObject({ notifies: { people: 0, names: [] } })
  expect(await inAMinute(1)).toEqual([])
  const wrong = [steps[0]!, { shift: shifts[1] ?? 0, person: bob.id, was: ann.id }]
  await expect(act((ctx) => assignShifts(ctx, engine, wrong))).rejects.toMatchObject({ code: 'conflict' })
  expect(await people()).toEqual([null, null, null])
  await act((ctx) => assignShifts(ctx, engine, steps))
  expect(await inAMinute(3)).toEqual([[ann.email, 'shift.assigned']])
  await expect(world.act(site, memberActor(ann), (ctx) => previewAssign(ctx, engine, steps))).rejects.toMatchObject({
    code: 'forbidden',
  })
  await messaging.stop()
  await act((ctx) => engine.remove(ctx, 'events', later))
  world.clock.set(NOW)
})

test('a preview names unsuitable people and the reasons, and stores nothing', async ({
  world,
  site,
  shift,
  ann,
  bob,
  act,
}) => {
  const span = { start: '2027-06-16T00:00Z', end: '2027-06-16T06:00Z' }
  const [event, other] = await Promise.all(
    ['Course', 'Dinner'].map(async (name) => (await world.insert(site, 'events', { name, ...span })).id),
  )
  const competency = (await world.insert(site, 'competencies', { name: 'Powerboat' })).id
  const role = (await world.insert(site, 'roles', { name: 'Safety', required_competencies: [competency] })).id
  const [open = 0, plain = 0, draft = 0] = [
    await shift(event!, { ...span, role }),
    await shift(event!, span),
    await shift(other!, { ...span, person: ann.id, draft: null }),
  ]
  const preview = async (...steps: { shift: number; person: number | null; was: number | null }[]) =>
    (await act((ctx) => previewAssign(ctx, engine, steps))).unfit
  const lacks = { shift: open, person: bob.id, name: 'Bob', against: ['No Powerboat'] }
  expect(await preview({ shift: open, person: bob.id, was: null })).toEqual([lacks])
  expect(await preview({ shift: plain, person: bob.id, was: null })).toEqual([])
  // A draft of a person clashes, unless they leave it for the other shift.
  const clash = { shift: plain, person: ann.id, name: 'Ann', against: ['On Dinner at that time'] }
  expect(await preview({ shift: plain, person: ann.id, was: null })).toEqual([clash])
  const leaves = { shift: draft, person: null, was: ann.id }
  expect(await preview({ shift: plain, person: ann.id, was: null }, leaves)).toEqual([])
  // The current person of a shift is not asked about again.
  expect(await preview({ shift: draft, person: ann.id, was: ann.id })).toEqual([])
  await world.insert(site, 'availability', { person: bob.id, date: '2027-06-16', available: 0, ...span })
  expect(
    await preview({ shift: open, person: bob.id, was: null }, { shift: plain, person: ann.id, was: null }),
  ).toEqual([{ ...lacks, against: ['No Powerboat', 'Unavailable that day'] }, clash])
  const { rows } = await world.superuser.query('select person from core.shifts where id = any ($1)', [[open, plain]])
  expect(rows.map(({ person }) => person)).toEqual([null, null])
  await act((ctx) => Promise.all([event!, other!].map((id) => engine.remove(ctx, 'events', id))))
})

const outcomes = async (work: Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((one) =>
    one.status === 'fulfilled' ? 'ok' : ((one.reason as { code?: string }).code ?? 'defect'),
  )

test('50 at the same time on one shift: one gets it, the others are refused, no one is notified twice', async ({
  ann,
  bob,
  admin,
  shift,
  race,
  act,
  world,
}) => {
  const people = [ann, bob, admin]
  for (let round = 0; round < ROUNDS; round++) {
    const id = await shift(race, { draft: '2027-05-01T00:00Z' })
    const answers = await outcomes(
      Array.from({ length: 50 }, (_, i) =>
        act((ctx) => assignShift(ctx, engine, id, { person: people[i % 3]?.id ?? null, was: null })),
      ),
    )
    expect(new Set(answers)).toEqual(new Set(['ok', 'conflict']))
    const { rows } = await world.superuser.query('select person::int, sequence from core.shifts where id = $1', [id])
    expect(rows[0].sequence).toBe(1)
    await settle(world)
    const notified = await world.superuser.query('select person::int from core.deliveries where shift = $1', [id])
    expect(notified.rows).toEqual(rows[0].person === admin.id ? [] : [{ person: rows[0].person }])
  }
})

test('a double click assigns once; undoing on top of another person’s choice is refused', async ({
  shift,
  race,
  act,
  ann,
  bob,
}) => {
  const id = await shift(race)
  const assign = (person: number | null, was: number | null) =>
    act((ctx) => assignShift(ctx, engine, id, { person, was }))
  expect(await Promise.all([assign(ann.id, null), assign(ann.id, null)])).toContain(true)
  await assign(bob.id, ann.id)
  await expect(assign(null, ann.id)).rejects.toMatchObject({ code: 'conflict', message: 'Bob is on this shift now.' })
  // A call with only a version expects no particular person.
  const stale = act((ctx) => assignShift(ctx, engine, id, { person: ann.id, version: 'old' }))
  await expect(stale).rejects.toMatchObject({ code: 'conflict', message: 'Someone else has changed this shift.' })
  expect(await assign(null, bob.id)).toBe(true)
  await expect(act((ctx) => assignShift(ctx, engine, 999_999, { person: null, was: null }))).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('two editors of one event: one wins, the other learns which rows changed, nothing is lost silently', async ({
  world,
  site,
  race,
  act,
}) => {
  const read = () => world.withSite(site.id, (db) => getRosterEditor(db, { event: race, zone: site.timezone }))
  for (let round = 0; round < ROUNDS; round++) {
    const { shifts } = await read()
    const row = shifts[0]
    if (!row) throw new Error('There is a shift.')
    const save = (notes: string) =>
      act((ctx) =>
        saveRoster(ctx, engine, race, {
          publish: false,
          event: null,
          added: [],
          changed: [{ id: row.id, version: row.version, fields: { notes } }],
          removed: [],
        }),
      )
    const answers = await Promise.allSettled([save(`a${round}`), save(`b${round}`)])
    const winner = answers.findIndex(({ status }) => status === 'fulfilled')
    const notes = `${winner ? 'b' : 'a'}${round}`
    const conflicts = [{ id: row.id, removed: false, fields: { notes }, by: 'Ada' }]
    expect(answers[1 - winner]).toMatchObject({ status: 'rejected', reason: { extras: { body: { conflicts } } } })
    expect((await read()).shifts.find(({ id }) => id === row.id)?.notes).toBe(notes)
  }
})
