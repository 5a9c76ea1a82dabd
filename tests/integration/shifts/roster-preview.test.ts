import { describe, expect } from 'vitest'
import { createProductCollections } from '#server/registry.ts'
import { copyShifts } from '#server/shifts/copy/queries.ts'
import { previewRoster } from '#server/shifts/preview/commands.ts'
import type { PreviewInput } from '#server/shifts/preview/contract.ts'
import { previewRepeat, repeatEvent } from '#server/shifts/repeat/commands.ts'
import { saveRoster } from '#server/shifts/roster-editor/commands.ts'
import type { RosterEdit } from '#server/shifts/roster-editor/contract.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { settle, tell } from '#tests/support/messages/messaging.ts'
import { adminActor, memberActor, type World } from '#tests/support/world.ts'

const engine = createProductCollections()
const NOTHING: RosterEdit = { publish: false, event: null, added: [], changed: [], removed: [] }

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-01T11:00:00Z'))
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('admin', ({ world, site }) => world.makePerson(site, { name: 'Ada', role: 'admin' }))
  .extend('ann', ({ world, site }) => world.makePerson(site, { name: 'Ann' }))
  .extend('bob', { auto: true }, ({ world, site }) => world.makePerson(site, { name: 'Bob' }))
  .extend(
    'event',
    async ({ world, site }) =>
      (await world.insert(site, 'events', { name: 'Race 4', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' })).id,
  )
  .extend(
    'act',
    ({ world, site, admin }) =>
      <T>(work: Parameters<World['act']>[2]) =>
        world.act(site, adminActor(admin), work) as Promise<T>,
  )
  .extend(
    'preview',
    ({ world, site, admin, event }) =>
      (ask: PreviewInput) =>
        world.act(site, adminActor(admin), (ctx) => previewRoster(ctx, engine, event, ask)),
  )
  .extend(
    'save',
    ({ world, site, admin, event }) =>
      (input: Partial<RosterEdit>) =>
        world.act(site, adminActor(admin), (ctx) => saveRoster(ctx, engine, event, { ...NOTHING, ...input })),
  )
  .extend(
    'editor',
    ({ event, world, site }) =>
      (of = event) =>
        world.withSite(site.id, (db) => getRosterEditor(db, { event: of, zone: site.timezone })),
  )
  .extend('deliveries', ({ world, site }) => async () => {
    await settle(world)
    const { rows } = await world.superuser.query(
      "select person::int, kind from core.deliveries where site_id = $1 and state = 'queued' order by id",
      [site.id],
    )
    return rows
  })

const added = (key: string, person: number | null, over = {}) => ({
  key,
  fields: {
    person,
    assignment: null,
    role: null,
    location: null,
    start: '2027-07-10T09:00',
    end: '2027-07-10T17:00',
    notes: '',
    ...over,
  },
})

test('counts people, not shifts, and stores nothing', async ({
  ann,
  bob,
  admin,
  world,
  preview,
  editor,
  deliveries,
}) => {
  const staged = {
    ...NOTHING,
    added: [added('a', ann.id), added('b', ann.id), added('c', bob.id), added('d', null), added('e', admin.id)],
  }
  world.woken.length = 0
  expect(await preview({ do: 'save', staged })).toEqual({
    notifies: { people: 0, names: [] },
    published: { people: 2, names: ['Ann', 'Bob'] },
    recipients: ['Ann', 'Bob'].map((name) => ({ name, channels: ['email'] })),
  })
  expect((await editor()).shifts).toEqual([])
  expect(await deliveries()).toEqual([])
  expect(world.woken).toEqual([])
})

test('counts the recipients by the rule of sending, and sending reaches as many', async ({
  world,
  site,
  ann,
  preview,
  save,
  deliveries,
}) => {
  const off = await world.makePerson(site, { name: 'Off', email_notifications: false })
  const staged = { ...NOTHING, publish: true, added: [added('a', ann.id), added('b', off.id)] }
  expect((await preview({ do: 'save', staged })).published).toEqual({ people: 1, names: ['Ann'] })
  await save(staged)
  expect(await deliveries()).toContainEqual({ person: ann.id, kind: 'shift.assigned' })
})

test('unpublishing, removing and deleting notify only those who were notified before', async ({
  save,
  ann,
  bob,
  preview,
  world,
  site,
  editor,
}) => {
  await save({ publish: true, added: [added('a', ann.id), added('b', bob.id)] })
  expect(await preview({ do: 'remove' })).toEqual({ notifies: { people: 0, names: [] } })
  const [first] = (await editor()).shifts
  await tell(world, site, first?.id ?? 0, ann)
  expect(await preview({ do: 'remove' })).toEqual({ notifies: { people: 1, names: ['Ann'] } })
  expect(await preview({ do: 'unpublish' })).toEqual({ notifies: { people: 1, names: ['Ann'] } })
  const [, second] = (await editor()).shifts
  expect(await preview({ do: 'unpublish', shifts: [second?.id ?? 0] })).toEqual({ notifies: { people: 0, names: [] } })
  expect((await editor()).shifts.map(({ published }) => published)).toEqual([true, true])
})

describe('a past event', () => {
  test.override(
    'event',
    async ({ world, site }) =>
      (await world.insert(site, 'events', { name: 'Past', start: '2027-05-10T08:00Z', end: '2027-05-10T16:00Z' })).id,
  )

  test('notifies no one', async ({ ann, preview }) => {
    const staged = { ...NOTHING, added: [added('a', ann.id, { start: '2027-05-10T09:00', end: '2027-05-10T10:00' })] }
    expect((await preview({ do: 'save', staged })).published?.people).toBe(0)
  })
})

test('is refused like the save itself, and to members', async ({ ann, preview, world, site, event }) => {
  const staged = { ...NOTHING, added: [added('a', ann.id, { end: '2027-07-10T08:00' })] }
  await expect(preview({ do: 'save', staged })).rejects.toMatchObject({ code: 'invalid' })
  const asMember = world.act(site, memberActor(ann), (ctx) => previewRoster(ctx, engine, event, { do: 'publish' }))
  await expect(asMember).rejects.toMatchObject({ code: 'forbidden' })
})

test('copies shifts to the same distance from the start of another event', async ({
  save,
  ann,
  world,
  site,
  event,
}) => {
  await save({ added: [added('a', ann.id, { notes: 'n' })] })
  const later = (
    await world.insert(site, 'events', { name: 'Race 5', start: '2027-11-13T10:30Z', end: '2027-11-13T16:00Z' })
  ).id
  const copied = await world.withSite(site.id, (db) => copyShifts(db, { from: event, to: later, zone: site.timezone }))
  expect(copied.places).toMatchObject([
    { start: '2027-11-13T10:30', end: '2027-11-13T18:30', person: ann.id, notes: 'n' },
  ])
  expect(copied.names.people).toEqual({ [ann.id]: 'Ann' })
})

test('repeats an event with its shifts over a clock change, open and unpublished', async ({
  save,
  ann,
  act,
  event,
  editor,
}) => {
  await save({ publish: true, added: [added('a', ann.id), added('b', null)] })
  const rule = { unit: 'week', every: 16, weekdays: [], monthly: 'day', until: null, count: 2 } as const
  const ask = { rule: { ...rule, weekdays: [] }, except: ['2028-02-19'], places: true }
  expect(await act((ctx) => previewRepeat(ctx, event, ask.rule))).toMatchObject([
    { date: '2027-10-30', start: '2027-10-30T09:00', clocks: false },
    { date: '2028-02-19', start: '2028-02-19T09:00' },
  ])
  const made = await act<number[]>((ctx) => repeatEvent(ctx, engine, event, ask))
  expect(made).toHaveLength(1)
  const copy = await editor(made[0])
  expect(copy.event.fields).toMatchObject({ name: 'Race 4', start: '2027-10-30T09:00', end: '2027-10-30T17:00' })
  expect(copy.shifts.map(({ person, published, start, end }) => [person, published, start, end])).toEqual([
    [null, false, '2027-10-30T09:00', '2027-10-30T17:00'],
    [null, false, '2027-10-30T09:00', '2027-10-30T17:00'],
  ])
  const none = { ...ask, rule: { ...ask.rule, count: null, until: '2020-01-01' } }
  await expect(act((ctx) => repeatEvent(ctx, engine, event, none))).rejects.toMatchObject({ code: 'invalid' })
})

test('the dates of a repetition are only listed when the call says so', async ({ api, site, admin, event, world }) => {
  const headers = await api.signIn(site, admin)
  const rule = { unit: 'week', every: 1, weekdays: [], monthly: 'day', until: null, count: 2 }
  const repeat = async (query: string) => {
    const { status, text } = await api.call(site, {
      method: 'POST',
      path: `/events/${event}/repeat${query}`,
      headers,
      body: { rule, except: [], places: false },
    })
    return { status, body: JSON.parse(text) }
  }
  const events = async () =>
    Number(
      (await world.superuser.query('select count(*) from core.events where site_id = $1', [site.id])).rows[0].count,
    )
  for (const query of ['?preview', '?preview=true', '?preview=1'])
    expect((await repeat(query)).body, query).toEqual({ dates: expect.any(Array) })
  const unclear = await repeat('?preview=perhaps')
  expect([unclear.status, unclear.body]).toEqual([400, { preview: ['Must be true or false.'] }])
  expect(await events()).toBe(1)
  expect((await repeat('?preview=false')).body).toEqual({ events: [expect.any(Number), expect.any(Number)] })
  expect(await events()).toBe(3)
  expect((await repeat('?preview=0')).body).toEqual({ events: [] })
  expect(await events()).toBe(3)
})

test('dates that already have the event are marked and skipped', async ({ world, site, act, event }) => {
  const rule = { unit: 'week', every: 1, weekdays: [], monthly: 'day', until: null, count: 2 } as const
  const ask = { rule: { ...rule, weekdays: [] }, except: [], places: false }
  const marks = async () =>
    (await act<{ exists: boolean }[]>((ctx) => previewRepeat(ctx, event, { ...ask.rule, count: 3 }))).map(
      ({ exists }) => exists,
    )
  expect(await marks()).toEqual([false, false, false])
  await act((ctx) => repeatEvent(ctx, engine, event, ask))
  expect(await marks()).toEqual([true, true, false])
  expect(
    await act<number[]>((ctx) => repeatEvent(ctx, engine, event, { ...ask, rule: { ...ask.rule, count: 3 } })),
  ).toHaveLength(1)
  expect(await marks()).toEqual([true, true, true])
  await world.superuser.query("update core.events set name = 'Another' where site_id = $1 and id <> $2", [
    site.id,
    event,
  ])
  expect(await marks()).toEqual([false, false, false])
})
