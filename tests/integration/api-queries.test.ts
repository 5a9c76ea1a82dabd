import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'

const test = base
  .extend('asAdmin', ({ api, site, admin }) => api.signIn(site, admin))
  .extend('asMember', ({ api, site, member }) => api.signIn(site, member))
  .extend('event', ({ world, site }) =>
    world.insert(site, 'events', { name: 'E', start: '2027-05-01T09:00Z', end: '2027-05-03T12:00Z' }),
  )
  .extend(
    'addShift',
    ({ world, site, event }) =>
      (start: string, end: string, more: Record<string, unknown> = {}) =>
        world.insert(site, 'shifts', { event: event.id, start, end, draft: '2027-01-01T00:00Z', ...more }),
  )

test('from and to are a window and on is a day, in every collection with a start and an end', async ({
  callApi,
  asAdmin,
  world,
  site,
  admin,
  event,
  addShift,
}) => {
  const night = await addShift('2027-05-01T20:00Z', '2027-05-02T04:00Z')
  const day = await addShift('2027-05-02T09:00Z', '2027-05-02T12:00Z')
  const early = await addShift('2027-05-03T00:00Z', '2027-05-03T00:30Z')
  const found = async (path: string) => (await callApi('GET', path, asAdmin)).body.order
  expect(await found('/shifts?on=2027-05-01')).toEqual([night.id])
  expect(await found('/shifts?on=2027-05-02')).toEqual([night.id, day.id])
  expect(await found('/shifts?on=2027-05-03')).toEqual([early.id])
  expect(await found('/shifts?from=2027-05-02T04:00Z&to=2027-05-02T09:00Z')).toEqual([])
  expect(await found('/shifts?from=2027-05-02&to=2027-05-02')).toEqual([night.id, day.id])
  const series = await world.insert(site, 'series', { name: 'S' })
  await world.insert(site, 'events', { series: series.id, start: '2027-06-01T09:00Z', end: '2027-06-02T09:00Z' })
  for (const on of ['2027-06-01', '2027-06-02']) expect(await found(`/series?on=${on}`), on).toEqual([series.id])
  expect(await found('/series?on=2027-06-03')).toEqual([])
  expect(await found('/series?start=null')).toEqual([])
  expect(await found('/events?on=2027-05-02')).toEqual([event.id])
  const mark = await callApi('POST', '/availability', asAdmin, { person: admin.id, date: '2027-05-02', available: 0 })
  expect(await found('/availability?on=2027-05-02')).toEqual(mark.body.order)
  expect(await found('/availability?from=2027-05-03')).toEqual([])
  expect((await callApi('GET', '/shifts?on=today', asAdmin)).body).toEqual({ on: ['Date format must be YYYY-MM-DD'] })
})

test('specification 7: start and end of events are a window; every other date of a collection is that day', async ({
  callApi,
  asAdmin,
  addShift,
  event,
  api,
}) => {
  const night = await addShift('2027-05-01T20:00Z', '2027-05-02T04:00Z')
  const day = await addShift('2027-05-02T09:00Z', '2027-05-02T12:00Z')
  const found = async (path: string) => (await callApi('GET', path, asAdmin)).body.order
  expect(await found('/shifts?start=2027-05-01')).toEqual([night.id])
  expect(await found('/shifts?start=2027-05-02')).toEqual([day.id])
  expect(await found('/shifts?start=2027-05-01T20:00Z')).toEqual([night.id])
  expect(await found('/shifts?end=2027-05-02')).toEqual([night.id, day.id])
  expect(await found('/shifts?end=2027-05-03')).toEqual([])
  for (const end of ['end', 'to']) expect(await found(`/events?start=2027-05-02&${end}=2027-05-02`)).toEqual([event.id])
  expect(await found('/events?start=2027-05-09')).toEqual([])
  for (const { contract } of api.context.collections.declarations)
    for (const [field, { kind }] of Object.entries(contract.fields)) {
      if (kind !== 'date' && kind !== 'instant') continue
      if (contract.name === 'events' && (field === 'start' || field === 'end')) continue
      const at = `/${contract.name}?${field}`
      for (const value of ['2027-05-02', '2026-11-26'])
        expect(await found(`${at}=${value}`), at).toEqual(await found(`${at}__eq=${value}`))
    }
})

test('from and to limit the date of records without start and end, and are described', async ({
  callApi,
  asAdmin,
  world,
  site,
  member,
  api,
}) => {
  const competency = await world.insert(site, 'competencies', { name: 'Helm' })
  const records = []
  for (const achieved of ['2026-03-01', '2026-03-02', '2026-03-03'])
    records.push((await world.insert(site, 'records', { person: member.id, competency: competency.id, achieved })).id)
  const [first, second, third] = records
  const found = async (query: string) => (await callApi('GET', `/records?sort=achieved&${query}`, asAdmin)).body.order
  expect(await found('achieved=2026-03-02')).toEqual([second])
  expect(await found('from=2026-03-02')).toEqual([second, third])
  expect(await found('to=2026-03-02')).toEqual([first, second])
  expect(await found('from=2026-03-02&to=2026-03-02')).toEqual([second])
  expect(await found('from=&to=')).toEqual([first, second, third])
  expect((await callApi('GET', '/records?from=soon', asAdmin)).body).toEqual({
    from: ['Date format must be YYYY-MM-DD'],
  })
  expect((await callApi('GET', '/roles?from=2026-03-02', asAdmin)).body).toEqual({ from: ['Unknown filter.'] })
  const { paths } = (await callApi('GET', '/openapi.json', asAdmin)).body
  for (const { contract, dated } of api.context.collections.declarations) {
    const described = paths[`/${contract.name}/`].get.parameters.map(({ name }: { name?: string }) => name)
    const ranged = dated !== null || ('start' in contract.fields && 'end' in contract.fields)
    expect(described.includes('from') && described.includes('to'), contract.name).toBe(ranged)
    expect((await callApi('GET', `/${contract.name}?from=2026-03-02`, asAdmin)).status, contract.name).toBe(
      ranged ? 200 : 400,
    )
  }
})

test('a flag needs no value, and accepts true, false, 1 and 0', async ({ callApi, asMember, member, admin }) => {
  const found = async (query: string) => (await callApi('GET', `/people?${query}`, asMember)).body.order
  for (const query of ['self', 'self=', 'self=true', 'self=1']) expect(await found(query), query).toEqual([member.id])
  for (const query of ['self=false', 'self=0']) expect(await found(query), query).toEqual([admin.id])
  expect((await callApi('GET', '/people?self=maybe', asMember)).body).toEqual({ self: ['Must be true or false.'] })
})

test('expanding a missing relation adds nothing; unknown words are refused', async ({ callApi, asAdmin, event }) => {
  const plain = (await callApi('GET', `/events/${event.id}`, asAdmin)).body
  for (const expand of ['name', 'shifts', 'people'])
    expect((await callApi('GET', `/events/${event.id}?expand=${expand}`, asAdmin)).body, expand).toEqual(plain)
  const both = (await callApi('GET', `/events/${event.id}?expand=people,series`, asAdmin)).body
  expect(both.results).toEqual({ ...plain.results, series: {} })
  expect((await callApi('GET', '/events?expand=nonsense', asAdmin)).body).toEqual({ expand: ['Unknown: nonsense.'] })
})

test('a member filters and sorts their own shifts by every field they read, and learns nothing of others', async ({
  callApi,
  asMember,
  member,
  admin,
  addShift,
}) => {
  const done = { actual_start: '2027-05-01T09:05Z', actual_end: '2027-05-01T12:00Z', notes: 'Wet' }
  const own = await addShift('2027-05-01T09:00Z', '2027-05-01T12:00Z', { person: member.id, ...done })
  const open = await addShift('2027-05-02T09:00Z', '2027-05-02T12:00Z', { person: member.id })
  await addShift('2027-05-02T09:00Z', '2027-05-02T12:00Z', { person: admin.id, ...done })
  const found = async (query: string) => (await callApi('GET', `/shifts?${query}`, asMember)).body.order
  expect(await found('actual_start=null')).toEqual([open.id])
  expect(await found('actual_start__ne=null')).toEqual([own.id])
  expect(await found('notes=wet')).toEqual([own.id])
  expect(await found('hours__gte=1')).toEqual([own.id])
  expect((await found('sort=-actual_end'))[0]).toBe(own.id)
  expect((await callApi('GET', '/shifts?published_by=1', asMember)).status).toBe(400)
})
