import { expect } from 'vitest'
import type { CalendarAnswer } from '#server/calendar/contract.ts'
import { readCalendar } from '#server/calendar/queries.ts'
import { readWindow } from '#server/calendar/window-input.ts'
import { test as base } from '#tests/support/fixture.ts'

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('me', { auto: true }, ({ world, site }) => world.makePerson(site))
  .extend(
    'read',
    ({ world, site, me }) =>
      (over: { admin?: boolean; person?: number } = {}): Promise<CalendarAnswer> =>
        world.withSite(site.id, async (db) =>
          (await readCalendar(db, WINDOW, { person: me.id, admin: false, organisation: site.name, ...over })).value(),
        ),
  )
  .extend(
    'event',
    ({ world, site }) =>
      async (day: string, over: Record<string, unknown> = {}) =>
        (await world.insert(site, 'events', { name: day, start: `${day}T10:00Z`, end: `${day}T12:00Z`, ...over })).id,
  )
  .extend(
    'shift',
    ({ world, site }) =>
      (on: number, over: Record<string, unknown> = {}) =>
        world.insert(site, 'shifts', {
          event: on,
          start: '2027-07-10T10:00Z',
          end: '2027-07-10T12:00Z',
          draft: '2027-01-01T00:00Z',
          ...over,
        }),
  )

const WINDOW = { from: new Date('2027-07-01T00:00Z'), to: new Date('2027-08-01T00:00Z') }

const entries = (answer: CalendarAnswer) => answer.entries.map(({ kind, id }) => `${kind} ${id}`)

test('events that overlap the window are in order of start, not of id, without archived ones and another site’s', async ({
  event,
  world,
  read,
  site,
}) => {
  const late = await event('2027-07-20')
  const early = await event('2027-06-28', { end: '2027-07-01T01:00Z' })
  await event('2027-06-29', { end: '2027-07-01T00:00Z' })
  await event('2027-08-01', { start: '2027-08-01T00:00Z' })
  await event('2027-07-15', { archived: true })
  const moment = await event('2027-07-01', { start: '2027-07-01T00:00Z', end: '2027-07-01T00:00Z' })
  const other = await world.makeSite()
  await world.insert(other, 'events', { name: 'B', start: '2027-07-05T10:00Z', end: '2027-07-05T12:00Z' })
  const answer = await read()
  expect(answer.order).toEqual([early, moment, late])
  expect(entries(answer)).toEqual([`event ${early}`, `event ${moment}`, `event ${late}`])
  expect(answer.results.events[late]).toMatchObject({
    start: '2027-07-20T10:00:00.000Z',
    external: false,
    organisation: site.name,
    shifts: null,
    empty: null,
  })
})

test('a consecutive series is one entry without its events; another series shows through its events', async ({
  world,
  site,
  event,
  shift,
  me,
  read,
}) => {
  const camp = (await world.insert(site, 'series', { name: 'Camp', consecutive: true })).id
  const league = (await world.insert(site, 'series', { name: 'League' })).id
  await event('2027-07-03', { series: camp })
  const second = await event('2027-07-04', { series: camp })
  const race = await event('2027-07-04', { series: league })
  await shift(second, { person: me.id })
  await shift(second)
  const answer = await read({ admin: true })
  expect(entries(answer)).toEqual([`series ${camp}`, `event ${race}`])
  expect(answer.entries[0]).toMatchObject({ mine: true, requested: false })
  expect(answer.results.series[camp]).toMatchObject({
    start: '2027-07-03T10:00:00.000Z',
    end: '2027-07-04T12:00:00.000Z',
    events: 2,
    shifts: 2,
    empty: 1,
  })
})

test('own shifts, requests and availability are shown, no one else’s; drafts stay hidden, a request waits until its shift is published; zero is a value', async ({
  event,
  world,
  site,
  shift,
  me,
  read,
}) => {
  const [mine, asked, drafted] = [await event('2027-07-10'), await event('2027-07-11'), await event('2027-07-12')]
  const other = await world.makePerson(site)
  await shift(mine, { person: me.id })
  await shift(mine, { person: other.id })
  await shift(drafted, { person: me.id, draft: null })
  for (const [person, on] of [
    [me.id, asked],
    [me.id, mine],
    [me.id, drafted],
    [other.id, drafted],
  ] as const)
    await world.insert(site, 'requests', { person, event: on })
  for (const person of [me.id, other.id])
    await world.insert(site, 'availability', {
      person,
      date: '2027-07-10',
      start: '2027-07-09T23:00Z',
      end: '2027-07-10T22:59:59.999Z',
      available: 0,
    })
  const answer = await read()
  expect(answer.entries).toEqual([
    { kind: 'event', id: mine, mine: true, requested: false },
    { kind: 'event', id: asked, mine: false, requested: true },
    { kind: 'event', id: drafted, mine: false, requested: true },
  ])
  expect(Object.values(answer.results.shifts).map((s) => [s.event, s.person])).toEqual([[mine, me.id]])
  expect(Object.fromEntries(Object.values(answer.results.requests).map((r) => [r.event, r.actioned]))).toEqual({
    [mine]: true,
    [asked]: false,
    [drafted]: false,
  })
  expect(Object.values(answer.results.availability)).toMatchObject([
    { person: me.id, date: '2027-07-10', available: 0, end: '2027-07-10T22:59:59.999Z' },
  ])
})

test('only admins see the number of shifts and of open ones, even if none is open', async ({
  event,
  shift,
  me,
  read,
}) => {
  const [full, short, bare] = [await event('2027-07-10'), await event('2027-07-11'), await event('2027-07-12')]
  await shift(full, { person: me.id })
  await shift(short)
  await shift(short, { draft: null })
  const admin = await read({ admin: true })
  const counts = [full, short, bare].map((id) => [admin.results.events[id]?.shifts, admin.results.events[id]?.empty])
  expect(counts).toEqual([
    [1, 0],
    [2, 2],
    [0, 0],
  ])
  expect((await read()).results.events[short]).toMatchObject({ shifts: null, empty: null })
})

test('one statement reads the month, whatever its size', async ({ world, site, me, shift, event }) => {
  const client = await world.pool('app').connect()
  client.release()
  const count = async () => {
    let statements = 0
    await world.withSite(site.id, async (db) => {
      const counting = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          statements += 1
          return result
        },
      })
      await readCalendar(counting as typeof db, WINDOW, { person: me.id, admin: true, organisation: '' })
    })
    return statements
  }
  const before = await count()
  for (let day = 10; day < 30; day++) await shift(await event(`2027-07-${day}`), { person: me.id })
  expect([before, await count()]).toEqual([1, 1])
  console.log('calendar window: 1 statement, whatever it holds')
})

test('the requested window accepts days of the site, instants or nothing, and refuses nonsense at its field', () => {
  const ask = (query: string) =>
    readWindow(new URLSearchParams(query), new Date('2026-11-21T10:00Z'), 'Australia/Sydney')
  expect(ask('start=2027-04-04&end=2027-04-04')).toEqual({
    from: new Date('2027-04-03T13:00:00Z'),
    to: new Date('2027-04-04T14:00:00Z'),
  })
  expect(ask('start=2027-04-01T00:00:00Z&end=2027-04-02T00:00:00%2B10:00').to.toISOString()).toBe(
    '2027-04-01T14:00:00.000Z',
  )
  expect(ask('').from.toISOString()).toBe('2026-10-21T13:00:00.000Z')
  for (const [query, field] of [
    ['start=tomorrow', 'start'],
    ['start=2027-01-01&end=2027-02-30', 'end'],
    ['start=2027-02-01&end=2027-01-01', 'end'],
    ['start=2020-01-01&end=2027-01-01', 'end'],
  ] as const)
    expect(() => ask(query)).toThrow(expect.objectContaining({ extras: { issues: { [field]: [expect.any(String)] } } }))
})
