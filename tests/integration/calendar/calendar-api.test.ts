import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'

const ROUNDS = process.env.PROOF ? 200 : 3

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-07-01T12:00:00Z'))
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Australia/Sydney' }))
  .extend('me', ({ world, site }) => world.makePerson(site))
  .extend('headers', ({ api, site, me }) => api.signIn(site, me))
  .extend('call', ({ headers, api, site }) => async (method: string, path: string, body?: unknown, as = headers) => {
    const { status, text } = await api.call(site, {
      method,
      path,
      headers: as,
      ...(body === undefined ? {} : { body }),
    })
    return { status, body: text ? JSON.parse(text) : null }
  })
  .extend(
    'event',
    ({ world, site }) =>
      async (over: Record<string, unknown> = {}) =>
        (
          await world.insert(site, 'events', {
            name: 'Race',
            start: '2027-07-10T01:00Z',
            end: '2027-07-10T04:00Z',
            ...over,
          })
        ).id,
  )
  .extend(
    'count',
    ({ world, site }) =>
      async (table: string) =>
        Number(
          (await world.superuser.query(`select count(*) from core.${table} where site_id = $1`, [site.id])).rows[0]
            .count,
        ),
  )

const WINDOW = 'start=2027-07-01T00:00:00%2B10:00&end=2027-07-31T23:59:59%2B10:00'
const DAY = { start: '2027-07-10T00:00:00+10:00', end: '2027-07-10T23:59:59.999+10:00' }

test('the calendar answers by collection, in the given order, with or without the slash at the end', async ({
  event,
  call,
  count,
}) => {
  const late = await event({ start: '2027-07-20T01:00Z', end: '2027-07-20T02:00Z' })
  const early = await event()
  for (const path of [`/events/calendar?${WINDOW}`, `/events/calendar/?${WINDOW}`]) {
    const { status, body } = await call('GET', path)
    expect([status, body.order, Object.keys(body.results.events)]).toEqual([
      200,
      [early, late],
      [String(late), String(early)],
    ])
  }
  for (const path of ['/requests/batch', '/requests/batch/']) {
    const { status, body } = await call('POST', path, [{ event: late, new: true, id: -1 }])
    expect([status < 300, Object.keys(body.results)]).toEqual([true, ['requests']])
  }
  expect(await count('requests')).toBe(1)
})

test('a draft of null is sent as null and hides the shift from its member', async ({
  event,
  world,
  site,
  me,
  api,
  call,
}) => {
  const on = await event()
  const times = { start: '2027-07-10T01:00Z', end: '2027-07-10T04:00Z' }
  const hidden = await world.insert(site, 'shifts', { event: on, person: me.id, ...times })
  const admin = await api.signIn(site, await world.makePerson(site, { role: 'admin' }))
  const seen = (await call('GET', `/shifts/?event=${on}`, undefined, admin)).body.results.shifts[hidden.id]
  expect(seen).toHaveProperty('draft', null)
  expect((await call('GET', `/shifts/?event=${on}`)).body.count).toBe(0)
  const { body } = await call('GET', `/events/calendar?${WINDOW}`)
  expect([body.entries[0], body.results.shifts]).toEqual([{ kind: 'event', id: on, mine: false, requested: false }, {}])
  expect((await call('GET', '/dashboard')).body.cards.upcoming_shifts).toEqual([])
})

test(`a person has one mark a day, even after parallel calls, ${ROUNDS} times; zero is one of the values`, async ({
  call,
  me,
  count,
}) => {
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        call('POST', '/availability/', [{ person: me.id, ...DAY, available: n % 3 }]),
      ),
    )
    expect(Math.max(...answers.map(({ status }) => status))).toBeLessThan(500)
    expect(answers.some(({ status }) => status === 201 || status === 200)).toBe(true)
    expect(await count('availability')).toBe(1)
    const [mark] = Object.values((await call('GET', '/availability/')).body.results.availability) as [
      { id: number; end: string },
    ]
    expect(new Date(mark.end).toISOString()).toBe('2027-07-10T13:59:59.999Z')
    expect(
      (await call('PUT', '/availability/', [{ ...mark, available: 0 }])).body.results.availability[mark.id],
    ).toMatchObject({ available: 0 })
    expect((await call('DELETE', `/availability/${mark.id}/`)).status).toBe(204)
    expect(await count('availability')).toBe(0)
  }
})

test('a mark cannot be moved onto a day that has one', async ({ call, me, count }) => {
  const [first] = (await call('POST', '/availability/', [{ person: me.id, ...DAY, available: 1 }])).body.order
  const other = { start: '2027-07-11T00:00:00+10:00', end: '2027-07-11T23:59:59.999+10:00' }
  await call('POST', '/availability/', [{ person: me.id, ...other, available: 2 }])
  const moved = await call('PUT', '/availability/', [{ id: first, person: me.id, ...other, available: 1 }])
  expect(moved.status).toBeGreaterThanOrEqual(400)
  expect(moved.status).toBeLessThan(500)
  expect(await count('availability')).toBe(2)
})

test('parallel requests for one event are one request, whatever the call', async ({ event, call, me, count }) => {
  for (let round = 0; round < ROUNDS; round++) {
    const on = await event()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2
          ? call('POST', '/requests/batch', [{ event: on, person: me.id }])
          : call('POST', '/requests/', [{ event: on, person: me.id, comments: `${n}` }]),
      ),
    )
    expect(Math.max(...answers.map(({ status }) => status))).toBeLessThan(500)
    expect(await count('requests')).toBe(round + 1)
  }
})

test('events are found by start, end, series and future, also with their references; requests by series and answer', async ({
  world,
  site,
  event,
  call,
  me,
}) => {
  const at = (hours: number) => new Date(world.clock.epochMs() + hours * 3_600_000).toISOString()
  const span = (hours: number) => ({ start: at(hours), end: at(hours + 2) })
  const series = (await world.insert(site, 'series', { name: 'Sundays' })).id
  const past = await event({ ...span(-600), series })
  const running = await event(span(-1))
  const coming = await event({ ...span(200), series })
  const orderOf = async (path: string) => (await call('GET', path)).body.order
  expect(await orderOf('/events/?sort=start')).toEqual([past, running, coming])
  expect(await orderOf(`/events/?sort=start&start=${at(0.5)}`)).toEqual([running, coming])
  expect(await orderOf(`/events/?sort=start&end=${at(0)}`)).toEqual([past, running])
  expect(await orderOf(`/events/?sort=start&series=${series}`)).toEqual([past, coming])
  expect(await orderOf('/events/?sort=start&future=true')).toEqual([running, coming])
  const { body } = await call('GET', `/events/?series=${series}&expand=series`)
  expect(body.results.series[series].name).toBe('Sundays')
  // A member cannot filter events by unpublished shifts.
  expect((await call('GET', '/events/?unpublished=true')).status).toBe(400)
  const other = await world.makePerson(site)
  for (const [on, person] of [
    [coming, me],
    [running, me],
    [coming, other],
  ] as const)
    await world.insert(site, 'requests', { event: on, person: person.id })
  const askedFor = async (query: string) => {
    const { body: found } = await call('GET', `/requests/?sort=id${query}`)
    return found.order.map((id: number) => found.results.requests[id].event)
  }
  expect(await askedFor('')).toEqual([coming, running])
  expect(await askedFor(`&series=${series}`)).toEqual([coming])
  expect(await askedFor('&actioned=true')).toEqual([])
  const place = { event: running, ...span(-1), person: me.id }
  await world.insert(site, 'shifts', { ...place, draft: null })
  expect(await askedFor('&actioned=true')).toEqual([])
  await world.insert(site, 'shifts', { ...place, draft: '2027-01-01T00:00Z' })
  expect(await askedFor('&actioned=true')).toEqual([running])
  expect(await askedFor('&actioned=false')).toEqual([coming])
})
