import { describe, expect } from 'vitest'
import { publishEvent } from '#server/publishing/commands.ts'
import { createProductCollections } from '#server/registry.ts'
import { gridQuery } from '#server/shifts/grid/contract.ts'
import { getGrid } from '#server/shifts/grid/queries.ts'
import { saveRoster } from '#server/shifts/roster-editor/commands.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { adminActor } from '#tests/support/world.ts'

/** Easy mistakes with rosters, each where a coordinator would meet it. */
const NOW = new Date('2027-06-01T02:00:00Z')
const engine = createProductCollections()

type List = { count: number; order: number[]; results: Record<string, Record<string, Record<string, unknown>>> }

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ timezone: 'Australia/Sydney' }))
  .extend('admin', { scope: 'file', auto: true }, ({ world, site }) =>
    world.makePerson(site, { name: 'Ada', role: 'admin' }),
  )
  .extend('member', { scope: 'file', auto: true }, ({ world, site }) => world.makePerson(site, { name: 'Mia' }))
  .extend('asAdmin', { scope: 'file' }, ({ api, site, admin }) => api.signIn(site, admin))
  .extend('asMember', { scope: 'file' }, ({ api, site, member }) => api.signIn(site, member))
  .extend(
    'call',
    { scope: 'file' },
    ({ asAdmin, api, site }) =>
      async (method: string, path: string, body?: unknown, headers = asAdmin) => {
        const answer = await api.call(site, { method, path, body, headers })
        return {
          status: answer.status,
          body: (answer.text ? JSON.parse(answer.text) : null) as List & Record<string, unknown>,
        }
      },
  )
  .extend(
    'newEvent',
    { scope: 'file' },
    ({ world, site }) =>
      async (over: Record<string, unknown> = {}) =>
        (
          await world.insert(site, 'events', {
            name: 'Race',
            start: '2027-06-05T00:00Z',
            end: '2027-06-05T06:00Z',
            ...over,
          })
        ).id,
  )
  .extend(
    'newShift',
    { scope: 'file' },
    ({ world, site }) =>
      async (event: number, over: Record<string, unknown> = {}) =>
        (await world.insert(site, 'shifts', { event, start: '2027-06-05T00:00Z', end: '2027-06-05T06:00Z', ...over }))
          .id,
  )

describe('routes and permissions', () => {
  test('one event’s address does not swallow calendar, public and templates, nor a request’s the batch', async ({
    newEvent,
    call,
  }) => {
    const event = await newEvent()
    expect((await call('GET', `/events/${event}`)).body.order).toEqual([event])
    expect((await call('GET', '/events/calendar?start=2027-06-01T00:00Z&end=2027-06-08T00:00Z')).status).toBe(200)
    expect((await call('GET', '/events/public')).status).toBe(200)
    expect((await call('GET', '/events/templates')).body).toEqual({ templates: [] })
    expect((await call('POST', '/requests/batch', [{ event }])).status).toBe(200)
  })

  test('viewing as a member is up to the screen: the server still answers as to an admin', async ({
    newEvent,
    admin,
    world,
    site,
  }) => {
    const event = await newEvent()
    const looking = adminActor(admin, { viewAsUser: true })
    const nothing = { publish: true, event: null, added: [], changed: [], removed: [] }
    expect(await world.act(site, looking, (ctx) => saveRoster(ctx, engine, event, nothing))).toMatchObject({
      saved: true,
    })
    expect(await world.act(site, looking, (ctx) => publishEvent(ctx, event))).toEqual({ published: 0 })
  })

  test('a member cannot reach the editors of rosters, whatever the screen shows', async ({
    newEvent,
    newShift,
    call,
    asMember,
    member,
  }) => {
    const event = await newEvent()
    const shift = await newShift(event)
    const answers = await Promise.all([
      call('PUT', `/events/${event}/publish`, undefined, asMember),
      call('PUT', `/shifts/${shift}/publish`, undefined, asMember),
      call('PUT', `/shifts/${shift}/person`, { person: member.id, was: null }, asMember),
      call('POST', `/events/${event}/preview`, { do: 'publish' }, asMember),
      call('GET', `/events/${event}/suggestions`, undefined, asMember),
      call('GET', '/events/templates', undefined, asMember),
      call('POST', '/shifts/', [{ event }], asMember),
      call('POST', '/events/', [{ name: 'x', start: '2027-06-05T00:00Z', end: '2027-06-05T01:00Z' }], asMember),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  })
})

describe('data', () => {
  test('a new shift is unpublished with a null, and only publishing sets its draft', async ({
    newEvent,
    call,
    admin,
    asMember,
  }) => {
    const event = await newEvent()
    const made = await call('POST', '/shifts/', [{ event, person: admin.id }])
    const [id = 0] = made.body.order
    expect(made.body.results.shifts?.[id]).toHaveProperty('draft', null)
    expect((await call('GET', `/shifts/${id}`, undefined, asMember)).status).toBe(404)
    await call('PUT', `/shifts/${id}/publish`)
    expect((await call('GET', `/shifts/${id}`)).body.results.shifts?.[id]?.draft).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect((await call('GET', `/shifts/${id}`, undefined, asMember)).status).toBe(200)
    await call('PUT', `/shifts/${id}/unpublish`)
    expect((await call('GET', `/shifts/${id}`)).body.results.shifts?.[id]?.draft).toBeNull()
  })

  test('a file of shifts without a publication column publishes nothing; its export comes back unchanged', async ({
    newEvent,
    api,
    site,
    asAdmin,
    call,
    world,
  }) => {
    const event = await newEvent({ name: 'From a file' })
    const send = async (name: string, text: string) => {
      const body = new FormData()
      body.set('file', new File([text], 'shifts.csv', { type: 'text/csv' }))
      const answer = await api.call(site, { method: 'POST', path: `/${name}/`, body, headers: asAdmin })
      return JSON.parse(answer.text) as Record<string, unknown>
    }
    const file = `event,start,end\n${event},2027-06-05T01:00:00Z,2027-06-05T02:00:00Z\n`
    expect(await send('shifts', file)).toMatchObject({ created: 1 })
    const [id = 0] = (await call('GET', `/shifts/?event=${event}`)).body.order
    expect((await call('GET', `/shifts/${id}`)).body.results.shifts?.[id]?.draft).toBeNull()
    await call('PUT', `/shifts/${id}/publish`)
    const series = (await world.insert(site, 'series', { name: 'Sundays' })).id
    await call('PUT', '/events/', [{ id: event, series }])
    for (const [name, query] of [
      ['shifts', `event=${event}`],
      ['events', `series=${series}`],
      ['series', 'name=Sundays'],
    ] as const) {
      const before = (await call('GET', `/${name}/?${query}`)).body.results
      const csv = (await api.call(site, { method: 'GET', path: `/${name}/export.csv?${query}`, headers: asAdmin })).text
      expect([name, await send(name, csv)]).toMatchObject([name, { created: 0, changed: 0, errors: 0 }])
      expect((await call('GET', `/${name}/?${query}`)).body.results).toEqual(before)
    }
  })

  test('events are found by unpublished shifts; members see none of those shifts', async ({
    newEvent,
    newShift,
    member,
    call,
    asMember,
  }) => {
    const event = await newEvent({ name: 'Half hidden' })
    const shown = await newShift(event, { draft: NOW, person: member.id })
    await newShift(event, { person: member.id })
    expect((await call('GET', '/events/?unpublished=true&name=Half hidden')).body.order).toEqual([event])
    expect((await call('GET', `/shifts/?event=${event}`, undefined, asMember)).body.order).toEqual([shown])
    await call('PUT', `/events/${event}/publish`)
    expect((await call('GET', '/events/?unpublished=true&name=Half hidden')).body.order).toEqual([])
  })

  test('no open shift is the number 0, an offset of 0 and a count of 0 are numbers too', async ({
    newEvent,
    newShift,
    member,
    call,
  }) => {
    const event = await newEvent({ name: 'Full' })
    await newShift(event, { person: member.id })
    const { body } = await call('GET', `/events/?name=Full&offset=0`)
    expect(body.results.events?.[event]?.empty).toBe(0)
    expect((await call('GET', '/shifts/?event=999999')).body).toMatchObject({ count: 0, order: [] })
  })

  test('the roster’s times and the grid’s days are those of the site, on both sides of a clock change', async ({
    newEvent,
    newShift,
    world,
    site,
  }) => {
    // Sydney puts its clocks back on Sunday 4 April 2027 at 3:00.
    const event = await newEvent({ start: '2027-04-03T13:30Z', end: '2027-04-03T20:00Z' })
    const shift = await newShift(event, { start: '2027-04-03T13:30Z', end: '2027-04-03T20:00Z' })
    const editor = await world.withSite(site.id, (db) => getRosterEditor(db, { event, zone: site.timezone }))
    expect(editor.shifts[0]).toMatchObject({ id: shift, start: '2027-04-04T00:30', end: '2027-04-04T06:00' })
    const grid = (from: string) =>
      world.withSite(site.id, async (db) =>
        (await getGrid(db, { query: gridQuery.parse({ from, days: '7' }), zone: site.timezone, now: NOW })).value(),
      )
    expect((await grid('2027-04-04')).events.map(({ id }) => id)).toEqual([event])
    expect((await grid('2027-03-28')).events).toEqual([])
    // "Today" of the site: in Sydney it is the first already.
    expect(
      (
        await world.withSite(site.id, (db) =>
          getGrid(db, { query: gridQuery.parse({}), zone: site.timezone, now: new Date('2027-05-31T14:30:00Z') }),
        )
      ).value().from,
    ).toBe('2027-06-01')
  })

  test('sorted lists of events and shifts carry their order', async ({ newEvent, newShift, call }) => {
    const event = await newEvent({ name: 'Ordered' })
    const late = await newShift(event, { start: '2027-06-05T04:00Z' })
    const early = await newShift(event, { start: '2027-06-05T01:00Z' })
    expect((await call('GET', `/shifts/?event=${event}&sort=start`)).body.order).toEqual([early, late])
    expect((await call('GET', `/shifts/?event=${event}&sort=-start`)).body.order).toEqual([late, early])
  })

  test('results are under the collection’s name; one object or a list; with and without the last slash', async ({
    newEvent,
    call,
  }) => {
    const event = await newEvent()
    const one = await call('POST', '/shifts', { event })
    const two = await call('POST', '/shifts/', [{ event }, { event }])
    expect([one.status, two.status, one.body.order.length, two.body.order.length]).toEqual([201, 201, 1, 2])
    expect(Object.keys((await call('POST', '/requests/batch/', [{ event }])).body.results)).toEqual(['requests'])
    for (const path of [
      `/events/${event}/publish`,
      `/events/${event}/publish/`,
      `/shifts/${one.body.order[0]}/unpublish/`,
    ])
      expect([path, (await call('PUT', path)).status]).toEqual([path, 200])
    expect((await call('DELETE', `/shifts/${one.body.order[0]}/`)).status).toBe(204)
  })

  test('staging flags and the ids of staged objects are dropped; a new request’s own “new” is kept', async ({
    newEvent,
    call,
    asMember,
  }) => {
    const event = await newEvent()
    const made = await call('POST', '/shifts/', [{ id: -1, new: true, update: false, remove: false, event }])
    expect(made.status).toBe(201)
    expect(made.body.order[0]).toBeGreaterThan(0)
    const asked = await call('POST', '/requests/batch', [{ event, new: true, comments: '' }], asMember)
    const [id = 0] = asked.body.order
    expect((await call('GET', `/requests/${id}`)).body.results.requests?.[id]?.new).toBe(true)
  })

  test('an event without a name keeps its empty name, which is neither the word nor the count', async ({
    newEvent,
    newShift,
    member,
    world,
    site,
  }) => {
    const event = await newEvent({ name: '' })
    const named = await newEvent({ name: 'empty' })
    await newShift(event, { person: member.id })
    const clash = await newShift(named, { person: member.id })
    const grid = await world.withSite(site.id, async (db) =>
      (
        await getGrid(db, { query: gridQuery.parse({ from: '2027-06-05', days: '7' }), zone: site.timezone, now: NOW })
      ).value(),
    )
    expect(grid.events.find(({ id }) => id === event)?.name).toBe('')
    expect(grid.events.find(({ id }) => id === named)?.name).toBe('empty')
    expect(grid.shifts.find(({ id }) => id === clash)?.clash).not.toBeNull()
  })

  test('an answered request is not pending for the coordinator, and a member has one for each event', async ({
    newEvent,
    call,
    asMember,
  }) => {
    const event = await newEvent()
    await call('POST', '/requests/batch', [{ event }], asMember)
    await call('POST', '/requests/batch', [{ event }], asMember)
    const waiting = () => call('GET', `/requests/?event=${event}&actioned=false`).then(({ body }) => body.order.length)
    expect(await waiting()).toBe(1)
    const [id] = (await call('GET', `/requests/?event=${event}`)).body.order
    await call('PUT', `/requests/${id}/decline`, { reason: '' })
    expect(await waiting()).toBe(0)
  })
})
