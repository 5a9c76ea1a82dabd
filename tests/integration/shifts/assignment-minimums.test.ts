import { expect } from 'vitest'
import type { AssignmentMinimum } from '#server/events/contract.ts'
import { countsOf, readToDecide } from '#server/events/decide/queries.ts'
import { missingOf } from '#server/events/decide/rules.ts'
import { createProductCollections } from '#server/registry.ts'
import { repeatEvent } from '#server/shifts/repeat/commands.ts'
import { getEventPage } from '#server/shifts/roster.ts'
import { saveRoster } from '#server/shifts/roster-editor/commands.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { adminActor } from '#tests/support/world.ts'

const NOW = new Date('2027-07-05T11:00:00Z')
const START = '2027-07-10T08:00:00.000Z'
const END = '2027-07-10T16:00:00.000Z'
const DECIDE_AT = '2027-07-09T17:00:00.000Z'
const PUBLISHED = { draft: '2027-07-04T09:00Z', assigned_at: '2027-07-04T09:00Z' }
const engine = createProductCollections()

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('admin', ({ world, site }) => world.makePerson(site, { role: 'admin', name: 'Siobhan' }))
  .extend('boat', async ({ world, site }) => (await world.insert(site, 'assignments', { name: 'Safety Boat' })).id)
  .extend('galley', async ({ world, site }) => (await world.insert(site, 'assignments', { name: 'Galley' })).id)
  .extend('event', async ({ world, site, boat }) => {
    const needs = { minimums: JSON.stringify([{ assignment: boat, minimum: 2 }]), decide_at: DECIDE_AT }
    return (await world.insert(site, 'events', { name: 'Race', start: START, end: END, ...needs })).id
  })
  .extend(
    'shift',
    ({ world, site, event }) =>
      async (assignment: number, person: number | null, known: object = PUBLISHED) =>
        (await world.insert(site, 'shifts', { event, assignment, person, start: START, end: END, ...known })).id,
  )
  .extend('other', ({ world, site }) => world.makePerson(site, { name: 'Ben' }))
  .extend('roster', async ({ shift, member, other, boat, galley }) => ({
    taken: await shift(boat, member.id),
    open: await shift(boat, null),
    galley: await shift(galley, other.id),
  }))
  .extend(
    'asAdmin',
    ({ world, site, admin }) =>
      <T>(work: Parameters<typeof world.act<T>>[2]) =>
        world.act(site, adminActor(admin), work),
  )

test('coordinators are asked about an event that has enough people, but too few of one assignment', async ({
  world,
  site,
  roster,
  other,
  event,
  asAdmin,
}) => {
  const tick = async () => {
    const { messaging, transports } = messagingFor(world)
    await messaging.plan()
    await messaging.stop()
    return transports.email.sent.filter((sent) => sent.site === site.id && sent.kind === 'event.decide')
  }
  const toDecide = () => asAdmin(({ db }) => readToDecide(db, { event, now: NOW }))
  const assignments = [{ name: 'Safety Boat', minimum: 2, filled: 1 }]
  expect(await toDecide()).toMatchObject({ id: event, minimum: null, filled: 2, all: 3, assignments })
  world.clock.set(new Date(DECIDE_AT))
  expect((await tick()).map(({ subject }) => subject)).toEqual([
    '1 of the 2 people needed for Safety Boat: go ahead with Race, or call it off?',
  ])
  await world.superuser.query('update core.shifts set person = $1 where id = $2', [other.id, roster.open])
  expect(await toDecide()).toBeNull()
})

test('an event with enough people for each assignment asks nothing', async ({
  world,
  site,
  shift,
  boat,
  roster: _,
}) => {
  const more = await world.makePerson(site, { name: 'Cat' })
  await shift(boat, more.id, {})
  world.clock.set(new Date(DECIDE_AT))
  const { messaging, transports } = messagingFor(world)
  await messaging.plan()
  await messaging.stop()
  expect(transports.email.sent.filter(({ kind, site: of }) => kind === 'event.decide' && of === site.id)).toEqual([])
})

test('a person who cannot come is missing from the question, open shifts and every count', async ({
  world,
  site,
  api,
  callApi,
  roster,
  admin,
  other,
  event,
  asAdmin,
}) => {
  await world.superuser.query('update core.events set minimum = 2, minimums = $2 where id = $1', [event, '[]'])
  const toDecide = () => asAdmin(({ db }) => readToDecide(db, { event, now: NOW }))
  expect(await toDecide()).toBeNull()
  await world.superuser.query(
    `insert into core.answers (site_id, shift, person, answer, via, at) select site_id, id, person, 'seeking_cover', 'screen', now() from core.shifts where id = $1`,
    [roster.taken],
  )
  expect(await toDecide()).toMatchObject({ id: event, filled: 1, all: 3 })
  expect(await asAdmin(({ db }) => countsOf(db, event))).toMatchObject({ filled: 1, all: 3 })
  const page = await world.withSite(site.id, (db) => getEventPage(db, { event, reader: { person: other.id } }))
  expect(page.filled).toBe(1)
  const { body } = await callApi('GET', '/shifts/open?start=2027-07-10', await api.signIn(site, admin))
  expect(body.results.events[event]).toMatchObject({ lacks: 1 })
  world.clock.set(new Date(DECIDE_AT))
  const { messaging, transports } = messagingFor(world)
  await messaging.plan()
  await messaging.stop()
  const asked = transports.email.sent.filter(({ kind, site: of }) => kind === 'event.decide' && of === site.id)
  expect(asked.map(({ subject }) => subject)).toEqual(['1 of the 2 people needed: go ahead with Race, or call it off?'])
})

test('members count the people of published shifts, coordinators all', async ({
  world,
  site,
  event,
  member,
  other,
  boat,
  shift,
  asAdmin,
}) => {
  await shift(boat, member.id)
  await shift(boat, other.id, {})
  const of = (reader: 'editor' | { person: number }) =>
    world
      .withSite(site.id, (db) => getEventPage(db, { event, reader }))
      .then(({ assignments }) => assignments[0]?.filled)
  expect([await of({ person: member.id }), await of('editor')]).toEqual([1, 2])
  expect((await asAdmin(({ db }) => countsOf(db, event))).assignments[0]?.filled).toBe(2)
})

test('open shifts show what may be called off and which assignment is short; numbers only to admins (specification 6)', async ({
  world,
  api,
  callApi,
  site,
  admin,
  member,
  roster,
  event,
  boat,
}) => {
  await world.superuser.query('update core.shifts set person = null where id = $1', [roster.taken])
  const found = async (who: typeof member) =>
    (await callApi('GET', '/shifts/open?start=2027-07-10', await api.signIn(site, who))).body.results.events[event]
  const row = {
    id: event,
    name: 'Race',
    eventtype: null,
    needed: true,
    needed_for: [{ assignment: boat, name: 'Safety Boat' }],
    decide_at: DECIDE_AT,
  }
  expect(await found(admin)).toEqual({
    ...row,
    lacks: 2,
    lacks_of: [{ assignment: boat, name: 'Safety Boat', lacks: 2 }],
  })
  expect(await found(member)).toEqual(row)
})

test('the database and the rule count the same people, on random rosters', async ({
  world,
  site,
  event,
  boat,
  galley,
  shift,
  asAdmin,
}) => {
  const people: { id: number }[] = []
  while (people.length < 8) people.push(await world.makePerson(site))
  let seed = 7
  const below = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % limit
  }
  const shifts = await Promise.all(people.map(({ id }, i) => shift(i % 3 ? boat : galley, id)))
  const missing = new Set<number>()
  for (let round = 0; round < 60; round += 1) {
    const minimums = [boat, galley]
      .map((assignment) => ({ assignment, minimum: below(6) }))
      .filter(({ minimum }) => minimum > 0)
    await world.superuser.query(`update core.events set minimum = $2, minimums = $3 where id = $1`, [
      event,
      below(3) ? below(12) : null,
      JSON.stringify(minimums),
    ])
    await world.superuser.query(
      'update core.shifts s set person = given.person from unnest($1::bigint[], $2::bigint[]) as given (id, person) where s.id = given.id',
      [shifts, people.map(({ id }) => (below(2) ? id : null))],
    )
    await world.superuser.query(
      `insert into core.answers (site_id, shift, person, answer, via, at) select site_id, id, person, 'seeking_cover', 'screen', now() from core.shifts where id = any ($1) and person is not null`,
      [shifts.filter(() => below(4) === 0)],
    )
    const { rows } = await world.superuser.query<{ needed: number }>(
      'select core.people_needed(e, false) as needed from core.events e where id = $1',
      [event],
    )
    const counts = await asAdmin(({ db }) => countsOf(db, event))
    const { minimum } = (await world.superuser.query('select minimum from core.events where id = $1', [event])).rows[0]
    expect(rows[0]?.needed).toBe(missingOf({ ...counts, minimum }))
    missing.add(rows[0]?.needed ?? -1)
  }
  expect(missing.size).toBeGreaterThan(4)
})

test('minimums are refused at the field, and change nothing', async ({
  world,
  api,
  callApi,
  site,
  admin,
  event,
  boat,
}) => {
  const headers = await api.signIn(site, admin)
  const foreign = await world.insert(await world.makeSite(), 'assignments', { name: 'Safety Boat' })
  const put = (minimums: unknown) => callApi('PUT', '/events', headers, [{ id: event, minimums }])
  const stored = async () => (await callApi('GET', `/events/${event}`, headers)).body.results.events[event].minimums
  const before = await stored()
  const refused: [unknown, string][] = [
    [[{ assignment: foreign.id, minimum: 1 }], 'There is no such assignment.'],
    [[{ assignment: boat, minimum: 0 }], 'Must be at least 1.'],
    [[{ assignment: boat, minimum: 1001 }], 'Must be at most 1000.'],
    [
      [
        { assignment: boat, minimum: 1 },
        { assignment: boat, minimum: 2 },
      ],
      'Name each assignment once.',
    ],
    [Array.from({ length: 51 }, (_, i) => ({ assignment: i + 1, minimum: 1 })), 'At most 50.'],
  ]
  for (const [minimums, message] of refused)
    expect((await put(minimums)).body).toMatchObject({ minimums: expect.arrayContaining([message]) })
  for (const minimums of [
    null,
    3,
    'all',
    [boat],
    [{ assignment: boat }],
    [{ assignment: boat, minimum: 1, more: 1 }],
  ]) {
    const { status, body } = await put(minimums)
    expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(['minimums'])])
  }
  expect(await stored()).toEqual(before)
  expect((await put([{ assignment: boat, minimum: 3 }])).status).toBe(200)
  expect(await stored()).toEqual([{ assignment: boat, minimum: 3 }])
})

test('they are saved with the roster, repeated with the event, and follow their assignment', async ({
  world,
  site,
  callApi,
  api,
  admin,
  event,
  boat,
  galley,
  asAdmin,
}) => {
  const editor = () => world.withSite(site.id, (db) => getRosterEditor(db, { event, zone: site.timezone }))
  const minimums: AssignmentMinimum[] = [
    { assignment: boat, minimum: 2 },
    { assignment: galley, minimum: 1 },
  ]
  const { version } = (await editor()).event
  const none = { publish: false, added: [], changed: [], removed: [] }
  await asAdmin((ctx) => saveRoster(ctx, engine, event, { ...none, event: { version, fields: { minimums } } }))
  expect((await editor()).event.fields.minimums).toEqual(expect.arrayContaining(minimums))
  expect((await editor()).names.assignments).toMatchObject({ [galley]: 'Galley' })
  const rule = { unit: 'week' as const, every: 1, weekdays: [], monthly: 'day' as const, until: null, count: 1 }
  const [copy = 0] = await asAdmin((ctx) => repeatEvent(ctx, engine, event, { rule, except: [], places: false }))
  expect((await asAdmin(({ db }) => countsOf(db, copy))).assignments).toHaveLength(2)
  const { rows } = await world.superuser.query('select decide_at from core.events where id = $1', [copy])
  expect(rows).toEqual([{ decide_at: new Date('2027-07-16T17:00:00Z') }])
  const headers = await api.signIn(site, admin)
  const merged = await callApi('POST', '/setup/merge', headers, { collection: 'assignments', id: galley, into: boat })
  expect(merged.body).toMatchObject({ moved: { events: 2 } })
  expect((await editor()).event.fields.minimums).toEqual([{ assignment: boat, minimum: 3 }])
  await callApi('DELETE', `/assignments/${boat}?confirm=1`, headers)
  expect((await editor()).event.fields.minimums).toEqual([])
  expect(await asAdmin(({ db }) => readToDecide(db, { event, now: NOW }))).toBeNull()
})
