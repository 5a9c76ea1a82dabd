import { describe, expect } from 'vitest'
import { answerShift } from '#server/answers/commands.ts'
import { answerInput } from '#server/answers/contract.ts'
import type { Issues } from '#server/engine/kernel/errors.ts'
import { unpublishEvent } from '#server/publishing/commands.ts'
import { createProductCollections } from '#server/registry.ts'
import { getEventPage } from '#server/shifts/roster.ts'
import { addEvent, saveRoster } from '#server/shifts/roster-editor/commands.ts'
import type { EventFields, RosterConflict, RosterEdit, RosterEditor } from '#server/shifts/roster-editor/contract.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { ASKED_AGAIN, adminActor, memberActor } from '#tests/support/world.ts'

const engine = createProductCollections()
const NOTHING: RosterEdit = { publish: false, event: null, added: [], changed: [], removed: [] }

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('admin', ({ world, site }) => world.makePerson(site, { name: 'Ada', role: 'admin' }))
  .extend(
    'event',
    { auto: true },
    async ({ world, site }) =>
      (await world.insert(site, 'events', { name: 'Race 4', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' })).id,
  )
  .extend(
    'save',
    ({ event, world, site, admin }) =>
      (input: Partial<RosterEdit>, on = event) =>
        world.act(site, adminActor(admin), (ctx) => saveRoster(ctx, engine, on, { ...NOTHING, ...input })),
  )
  .extend(
    'editor',
    ({ world, site, event }) =>
      (): Promise<RosterEditor> =>
        world.withSite(site.id, (db) => getRosterEditor(db, { event, zone: site.timezone })),
  )
  .extend('row', ({ editor }) => async (at: number) => {
    const found = (await editor()).shifts[at]
    if (!found) throw new Error(`There is no shift ${at}.`)
    return found
  })

const shift = (over: Partial<RosterEdit['added'][number]['fields']> = {}) => ({
  person: null,
  assignment: null,
  role: null,
  location: null,
  start: '2027-07-10T09:00',
  end: '2027-07-10T17:00',
  notes: '',
  ...over,
})
const added = (key: string, over = {}) => ({ key, fields: shift(over) })
const refused = async (work: Promise<unknown>): Promise<Issues> =>
  work.then(
    () => ({}),
    (error: { extras?: { issues?: Issues } }) => error.extras?.issues ?? {},
  )
const conflictsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: { extras: { body: { conflicts: RosterConflict[] } } }) =>
      error.extras.body.conflicts.map(({ collection, id, removed, by }) => ({ collection, id, removed, by })),
  )

describe('saving a roster', () => {
  test('removes, adds, changes and publishes in one go, on the wall clock of the site', async ({
    save,
    editor,
    admin,
    world,
  }) => {
    await save({ added: [added('a'), added('b', { notes: 'second' })] })
    const [first, second] = (await editor()).shifts
    if (!first || !second) throw new Error('Two shifts were added.')
    expect([first.start, first.end, first.published]).toEqual(['2027-07-10T09:00', '2027-07-10T17:00', false])

    const saved = await save({
      publish: true,
      event: { version: (await editor()).event.version, fields: { name: 'Race 5', end: '2027-07-10T18:00' } },
      added: [added('c', { person: admin.id })],
      changed: [{ id: second.id, version: second.version, fields: { start: '2027-07-10T10:30' } }],
      removed: [{ id: first.id, version: first.version }],
    })
    expect(saved).toMatchObject({ saved: true })
    const after = await editor()
    expect(after.event.fields).toMatchObject({ name: 'Race 5', start: '2027-07-10T09:00', end: '2027-07-10T18:00' })
    expect(after.shifts.map(({ person, start, notes, published }) => [person, start, notes, published])).toEqual([
      [admin.id, '2027-07-10T09:00', '', true],
      [null, '2027-07-10T10:30', 'second', true],
    ])
    expect(after.names.people).toEqual({ [admin.id]: 'Ada' })
    const stored = await world.superuser.query('select start from core.shifts where id = $1', [second.id])
    expect(stored.rows[0].start.toISOString()).toBe('2027-07-10T09:30:00.000Z')
  })

  test('stores nothing when another editor changed one row, and names that row', async ({ save, editor }) => {
    await save({ added: [added('a'), added('b')] })
    const [first, second] = (await editor()).shifts
    if (!first || !second) throw new Error('Two shifts were added.')
    await save({ changed: [{ id: first.id, version: first.version, fields: { notes: 'theirs' } }] })
    const mine = save({
      added: [added('c')],
      changed: [{ id: first.id, version: first.version, fields: { notes: 'mine' } }],
      removed: [{ id: second.id, version: second.version }],
    })
    expect(await conflictsOf(mine)).toEqual([{ collection: 'shifts', id: first.id, removed: false, by: 'Ada' }])
    expect((await editor()).shifts.map(({ notes }) => notes)).toEqual(['theirs', ''])
  })

  test('distinguishes a removed row from a changed one, and accepts a double removal', async ({ save, editor }) => {
    await save({ added: [added('a'), added('b')] })
    const [first, second] = (await editor()).shifts
    if (!first || !second) throw new Error('Two shifts were added.')
    await save({ removed: [first, second].map(({ id, version }) => ({ id, version })) })
    const change = save({ changed: [{ id: first.id, version: first.version, fields: { notes: 'x' } }] })
    expect(await conflictsOf(change)).toEqual([{ collection: 'shifts', id: first.id, removed: true, by: 'Ada' }])
    expect(await save({ removed: [{ id: second.id, version: second.version }] })).toMatchObject({ saved: true })
  })

  test('notices that the event itself was changed', async ({ editor, save, event }) => {
    const { version } = (await editor()).event
    await save({ event: { version, fields: { name: 'Theirs' } } })
    expect(await conflictsOf(save({ event: { version, fields: { name: 'Mine' } } }))).toEqual([
      { collection: 'events', id: event, removed: false, by: 'Ada' },
    ])
  })

  test('puts every message under its row and field, and stores nothing', async ({ save, row, editor }) => {
    await save({ added: [added('a')] })
    const first = await row(0)
    const issues = await refused(
      save({
        event: { version: (await editor()).event.version, fields: { end: '2027-07-10T08:00' } },
        added: [added('x', { end: '2027-07-10T08:00' }), added('y', { start: '2027-03-28T01:30' }), added('z')],
        changed: [{ id: first.id, version: first.version, fields: { end: 'T10:00' } }],
      }),
    )
    expect(Object.keys(issues).sort()).toEqual([`${first.id}.end`, 'event.end', 'x.end', 'y.start'])
    expect((await editor()).shifts).toHaveLength(1)
  })

  test("refuses a person of another site under the row's field, also in a list", async ({ world, save, editor }) => {
    const stranger = await world.makePerson(await world.makeSite())
    const issues = { 'x.person': ['Not found.'] }
    expect(await refused(save({ added: [added('x', { person: stranger.id })] }))).toEqual(issues)
    expect(await refused(save({ added: [added('ok'), added('x', { person: stranger.id })] }))).toEqual(issues)
    expect((await editor()).shifts).toHaveLength(0)
  })

  test("does not reach another event's shifts or another site's event", async ({ world, site, save }) => {
    const other = (
      await world.insert(site, 'events', { name: 'Other', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' })
    ).id
    await save({ added: [added('a')] }, other)
    const [theirs] = (await world.withSite(site.id, (db) => getRosterEditor(db, { event: other, zone: 'UTC' }))).shifts
    if (!theirs) throw new Error('A shift was added.')
    const reached = save({ changed: [{ id: theirs.id, version: theirs.version, fields: { notes: 'x' } }] })
    expect(await conflictsOf(reached)).toEqual([{ collection: 'shifts', id: theirs.id, removed: true, by: 'Ada' }])
    const elsewhere = await world.makeSite()
    const foreign = (
      await world.insert(elsewhere, 'events', { name: 'Foreign', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' })
    ).id
    await expect(save({ added: [added('a')] }, foreign)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is for admins', async ({ world, site, admin, event }) => {
    const work = world.act(site, memberActor(admin), (ctx) => saveRoster(ctx, engine, event, NOTHING))
    await expect(work).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('events', () => {
  test('are added on the wall clock, and refused with messages under their fields', async ({ world, site, admin }) => {
    const fields: EventFields = {
      name: 'New',
      start: '2027-01-09T10:00',
      end: '2027-01-09T10:00',
      eventtype: null,
      series: null,
      location: null,
      details: '',
      contact: '',
      color: null,
    }
    const add = (over: Partial<EventFields>) =>
      world.act(site, adminActor(admin), (ctx) => addEvent(ctx, engine, { ...fields, ...over }))
    const id = await add({})
    expect(
      (await world.withSite(site.id, (db) => getRosterEditor(db, { event: id, zone: site.timezone }))).event.fields,
    ).toMatchObject(fields)
    const untitled = await add({ name: ' ' })
    expect(
      (await world.withSite(site.id, (db) => getRosterEditor(db, { event: untitled, zone: site.timezone }))).event
        .fields,
    ).toMatchObject({ name: '' })
    expect(Object.keys(await refused(add({ name: '', end: '2027-01-09T09:59' })))).toEqual(['event.end'])
    expect(await refused(add({ color: 'blue' }))).toHaveProperty('event.color')
  })

  test('have the usual length of their type in the editor', async ({ world, site, event, editor }) => {
    expect((await editor()).usual_minutes).toBeNull()
    const { id } = await world.insert(site, 'eventtypes', { name: 'Racing', default_duration: 240 })
    await world.superuser.query('update core.events set eventtype = $1 where site_id = $2 and id = $3', [
      id,
      site.id,
      event,
    ])
    expect((await editor()).usual_minutes).toBe(240)
  })

  test('show coordinators each answer, and members nothing of it', async ({
    save,
    world,
    site,
    admin,
    event,
    editor,
  }) => {
    const bo = await world.makePerson(site, { name: 'Bo' })
    await save({ added: [added('a', { person: bo.id })] })
    const answers = async () => (await editor()).shifts.map(({ answer, answered_for }) => [answer, answered_for])
    expect(await answers()).toEqual([[null, false]])

    const [shift] = (await editor()).shifts
    if (!shift) throw new Error('A shift was added.')
    await save({ publish: true })
    expect(await answers()).toEqual([['asked', false]])
    await world.superuser.query(`${ASKED_AGAIN} site_id = $1 and id = $2`, [site.id, shift.id])
    expect(await answers()).toEqual([['silent', false]])

    const answer = (actor: Parameters<typeof world.act>[1], input: object) =>
      world.act(site, actor, (ctx) => answerShift(ctx, shift.id, answerInput.parse(input)))
    await answer(adminActor(admin), { answer: 'confirmed' })
    expect(await answers()).toEqual([['confirmed', true]])
    await answer(memberActor(bo), { answer: 'declined', cover: false })
    expect(await answers()).toEqual([['seeking_cover', false]])
    const seen = await world.withSite(site.id, (db) => getEventPage(db, { event, reader: { person: admin.id } }))
    expect(seen.shifts.map(({ answer, nudged, answered_for }) => [answer, nudged, answered_for])).toEqual([
      [null, false, false],
    ])
  })

  test('can be undone as a whole', async ({ save, world, site, admin, event, editor }) => {
    await save({ added: [added('a'), added('b')], publish: true })
    await world.act(site, adminActor(admin), (ctx) => unpublishEvent(ctx, event))
    expect((await editor()).shifts.map(({ published }) => published)).toEqual([false, false])
  })
})

test('an event lasts until the last of the added shifts on request, and keeps its end otherwise', async ({
  save,
  editor,
}) => {
  const ends = async () => (await editor()).event.fields.end
  const late = [added('a', { end: '2027-07-10T18:30' }), added('b', { end: '2027-07-10T19:00' })]
  expect(await save({ added: late })).not.toHaveProperty('extended')
  expect(await ends()).toBe('2027-07-10T17:00')
  expect(await save({ added: [added('c', { end: '2027-07-10T16:00' })], extend: true })).not.toHaveProperty('extended')
  expect(await ends()).toBe('2027-07-10T17:00')
  expect(await save({ added: late, extend: true })).toMatchObject({ extended: '2027-07-10T18:00:00.000Z', outside: 0 })
  expect(await ends()).toBe('2027-07-10T19:00')
  const { version } = (await editor()).event
  const moved = { version, fields: { start: '2027-07-11T09:00', end: '2027-07-11T12:00' }, shifts: 'move' as const }
  const next = [added('d', { start: '2027-07-11T12:00', end: '2027-07-11T13:00' })]
  expect(await save({ event: moved, added: next, extend: true })).toMatchObject({
    extended: '2027-07-11T12:00:00.000Z',
  })
  expect(await ends()).toBe('2027-07-11T13:00')
})
