import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { giveBack, takeShift } from '#server/open-shifts/commands.ts'
import { hasPublishedShift, listOpenShifts } from '#server/open-shifts/queries.ts'
import { codeOf, NOW, signUpTest } from '#tests/support/sign-up.ts'
import { memberActor } from '#tests/support/world.ts'

type Listed = {
  count: number
  order: number[]
  results: { shifts: Record<number, Record<string, unknown>> } & Record<
    'assignments' | 'events' | 'locations' | 'eventtypes',
    Record<number, { name: string }>
  >
}

const test = signUpTest.extend(
  'open',
  ({ api, callApi, site, me }) =>
    async (query = '', who = me): Promise<Listed & Record<string, unknown> & { status: number }> => {
      const { status, body } = await callApi('GET', `/shifts/open${query}`, await api.signIn(site, who))
      return { ...(body as Listed), status }
    },
)

test('an empty club has no published shift, so no one reads that every one is filled', async ({
  world,
  site,
  me,
  event,
  shift,
}) => {
  const window = { from: NOW, until: new Date('2027-08-01T00:00Z') }
  const published = () => world.act(site, memberActor(me), (ctx) => hasPublishedShift(ctx, window))
  expect(await published()).toBe(false)
  await shift(await event('2027-07-10'), { draft: null })
  expect(await published()).toBe(false)
  await shift(await event('2027-07-11'), { person: me.id })
  expect(await published()).toBe(true)
})

describe('the list of open shifts', () => {
  test('has coming, published and open shifts, with names and obstacles', async ({
    open,
    event,
    shift,
    world,
    site,
    me,
  }) => {
    const kind = (await world.insert(site, 'eventtypes', { name: 'Race' })).id
    const quay = (await world.insert(site, 'locations', { name: 'Quay' })).id
    const helm = (await world.insert(site, 'assignments', { name: 'Helm' })).id
    const on = await event('2027-07-10', { eventtype: kind, location: quay })
    const free = await shift(on, { assignment: helm })
    await shift(on, { draft: null })
    await shift(on, { person: (await world.makePerson(site)).id })
    await shift(await event('2027-06-30'), { start: '2027-06-30T10:00Z', end: '2027-06-30T12:00Z' })
    await shift(await event('2027-07-12', { archived: true }), { start: '2027-07-12T10:00Z', end: '2027-07-12T12:00Z' })
    const other = await event('2027-07-11')
    await shift(other, { person: me.id, start: '2027-07-11T10:00Z', end: '2027-07-11T12:00Z' })
    const barred = await shift(await event('2027-07-11', { name: 'Gala' }), {
      start: '2027-07-11T11:00Z',
      end: '2027-07-11T14:00Z',
    })
    const list = await open()
    expect(list).toMatchObject({ status: 200, count: 2, order: [free, barred] })
    expect(list.results.shifts[free]).toEqual({
      id: free,
      event: on,
      person: null,
      role: null,
      assignment: helm,
      location: quay,
      start: '2027-07-10T10:00:00.000Z',
      end: '2027-07-10T12:00:00.000Z',
      draft: '2027-01-01T00:00:00.000Z',
      answer: null,
      requested: false,
      can: true,
      obstacles: [],
      outside: false,
      availability: 'unmarked',
    })
    expect(list.results.shifts[barred]).toMatchObject({
      can: false,
      obstacles: [{ code: 'clash', words: 'You are on 2027-07-11 at that time.' }],
    })
    expect([list.results.assignments[helm], list.results.locations[quay], list.results.eventtypes[kind]]).toMatchObject(
      [{ name: 'Helm' }, { name: 'Quay' }, { name: 'Race' }],
    )
    expect((await open('?can=true')).order).toEqual([free])
    expect((await open('?can=false')).order).toEqual([barred])
    for (const yes of ['can', 'can=', 'can=1']) expect((await open(`?${yes}`)).order, yes).toEqual([free])
    expect((await open('?can=0')).order).toEqual([barred])
    expect((await open(`?assignment=${helm}`)).order).toEqual([free])
    expect((await open(`?eventtype=${kind}`)).order).toEqual([free])
    expect((await open(`?location=${quay}`)).order).toEqual([free])
    // 10 July 2027 is a Saturday.
    expect((await open('?weekday=6')).order).toEqual([free])
    expect((await open('?weekday=1,7')).order).toEqual([barred])
    expect((await open('?start=2027-07-11&end=2027-07-11')).order).toEqual([barred])
    expect((await open('?on=2027-07-11')).order).toEqual([barred])
    expect((await open('?on=2027-06-30')).order).toEqual([])
    expect(await open('?limit=1&offset=1')).toMatchObject({ count: 2, order: [barred] })
  })

  test('omits events that are called off, and marks those that may be', async ({ open, event, shift, as, me }) => {
    const off = await shift(await event('2027-07-10', { decision: 'off', decided_at: NOW }))
    const on = await event('2027-07-10', { minimum: 3, decide_at: '2027-07-08T10:00Z' })
    const place = await shift(on)
    const gone = await event('2027-07-10', {
      minimum: 3,
      decide_at: '2027-07-08T10:00Z',
      decision: 'go',
      decided_at: NOW,
    })
    const safe = await shift(gone)
    const list = await open()
    expect(list.order).toEqual([place, safe])
    expect([list.results.events[on], list.results.events[gone]]).toMatchObject([
      { needed: true, needed_for: [], decide_at: '2027-07-08T10:00:00.000Z' },
      { needed: false, needed_for: [], decide_at: null },
    ])
    expect(await codeOf(as(me, (ctx) => takeShift(ctx, off)))).toBe('conflict')
  })

  test('refuses unreadable input, at the field', async ({ open }) => {
    for (const query of [
      'start=soon',
      'end=2026-13-01',
      'on=soon',
      'on=2027-07-10T10:00Z',
      'on=2027-07-10&start=2027-07-09',
      'weekday=8',
      'weekday=6,',
      'limit=0',
      'can=maybe',
      'assignment=x',
    ])
      expect(await open(`?${query}`)).toMatchObject({ status: 400, [query.split('=')[0]!]: [expect.any(String)] })
    expect((await open('?start=2027-07-01&end=2029-07-01')).status).toBe(400)
  })

  test('shows an own request, and on sites that assign that the club declined', async ({
    world,
    open,
    event,
    shift,
    me,
    site,
    rows,
  }) => {
    const on = await event()
    const place = await shift(on)
    const { id } = await world.insert(site, 'requests', { event: on, person: me.id })
    expect((await open()).results.shifts[place]).toMatchObject({ requested: true, can: true })
    await rows('update core.requests set declined_at = $2 where id = $1', [id, NOW])
    expect((await open()).results.shifts[place]).toMatchObject({ requested: false, can: true })
  })

  test('needs as few statements for thirty shifts as for one', async ({ world, site, me, event, shift }) => {
    const count = () =>
      world.act(site, memberActor(me), async (ctx) => {
        let statements = 0
        const db = ctx.db.withPlugin({
          transformQuery: ({ node }) => {
            statements += 1
            return node
          },
          transformResult: async ({ result }) => result,
        }) as typeof ctx.db
        const window = { from: NOW, until: new Date('2027-08-01T00:00Z') }
        const found = await listOpenShifts({ ...ctx, db }, window)
        await sql`select 1`.execute(db)
        return [found.length, statements - 1]
      })
    await shift(await event())
    expect(await count()).toEqual([1, 2])
    for (let i = 0; i < 29; i++) await shift(await event())
    expect(await count()).toEqual([30, 2])
  })
})

describe('taking an open shift by the API', () => {
  test('answers the shift, and tells a late caller kindly, with other shifts: the same assignment, then the nearest', async ({
    api,
    callApi,
    world,
    site,
    me,
    event,
    shift,
  }) => {
    const assignment = (await world.insert(site, 'assignments', { name: 'Helm' })).id
    const on = (day: string) => ({ start: `2027-${day}T10:00Z`, end: `2027-${day}T12:00Z` })
    const place = await shift(await event(), { assignment })
    const alike = await event('2027-07-12')
    const near = await shift(alike, on('07-12'))
    await shift(alike, on('07-12'))
    const early = await shift(await event('2027-07-07'), on('07-07'))
    await shift(await event('2027-07-14'), on('07-14'))
    const same = await shift(await event('2027-07-20'), { assignment, ...on('07-20') })
    const late = await world.makePerson(site)
    const taken = await callApi('PUT', `/shifts/${place}/take`, await api.signIn(site, me), {})
    expect(taken).toMatchObject({
      status: 200,
      body: { results: { shifts: { [place]: { person: me.id, answer: 'confirmed' } } } },
    })
    const refused = await callApi('PUT', `/shifts/${place}/take`, await api.signIn(site, late), {})
    expect(refused).toMatchObject({
      status: 409,
      body: {
        detail: 'Someone else has just taken this shift. Thank you for offering.',
        obstacles: [{ code: 'taken' }],
        instead: [same, near, early],
      },
    })
  })

  test('names the obstacle', async ({ api, callApi, world, site, me, event, shift }) => {
    const place = await shift(await event())
    await world.insert(site, 'availability', {
      person: me.id,
      date: '2027-07-10',
      start: '2027-07-09T23:00Z',
      end: '2027-07-10T22:59:59.999Z',
      available: 0,
    })
    const refused = await callApi('PUT', `/shifts/${place}/take`, await api.signIn(site, me), {})
    expect(refused).toMatchObject({
      status: 409,
      body: {
        detail: 'You marked yourself as unavailable that day.',
        obstacles: [{ code: 'unavailable', way: { path: '/unavailability/2027-07-10' } }],
      },
    })
  })
})

describe('giving back a shift just taken', () => {
  test('opens it again within the undo window, notifies no one and is in the log', async ({
    as,
    me,
    event,
    shift,
    rows,
  }) => {
    const place = await shift(await event())
    await as(me, (ctx) => takeShift(ctx, place))
    await as(me, (ctx) => giveBack(ctx, place))
    await as(me, (ctx) => giveBack(ctx, place))
    const [stored] = await rows('select person, answer, answered_at from core.shift_facts where id = $1', [place])
    expect(stored).toEqual({ person: null, answer: null, answered_at: null })
    expect(await rows('select 1 from core.deliveries where shift = $1', [place])).toEqual([])
    expect(
      await rows("select 1 from core.audit where action = 'shift.give_back' and subject_id = $1", [place]),
    ).toHaveLength(1)
  })

  test('does not release a shift later, an assigned one, or one of another person', async ({
    as,
    me,
    world,
    site,
    event,
    shift,
  }) => {
    const assigned = await shift(await event('2027-07-20'), {
      person: me.id,
      assigned_at: NOW,
      start: '2027-07-20T10:00Z',
      end: '2027-07-20T12:00Z',
    })
    const place = await shift(await event())
    const other = await world.makePerson(site)
    await as(me, (ctx) => takeShift(ctx, place))
    expect(await codeOf(as(me, (ctx) => giveBack(ctx, assigned)))).toBe('conflict')
    expect(await codeOf(as(other, (ctx) => giveBack(ctx, place)))).toBe('conflict')
    const begin = (at: Date | null) =>
      world.superuser.query('update core.shifts set actual_start = $2 where id = $1', [place, at])
    await begin(NOW)
    expect(await codeOf(as(me, (ctx) => giveBack(ctx, place)))).toBe('conflict')
    await begin(null)
    world.clock.set(new Date(NOW.getTime() + 2 * UNDO_WINDOW_MS))
    expect(await codeOf(as(me, (ctx) => giveBack(ctx, place)))).toBe('conflict')
    world.clock.set(NOW)
  })
})
