import { expect } from 'vitest'
import { gridQuery } from '#server/shifts/grid/contract.ts'
import { getGrid } from '#server/shifts/grid/queries.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { kioskOf } from '#tests/support/kiosk.ts'

const NOW = '2027-06-12T11:00:00.000Z'
const START = '2027-06-12T09:00:00.000Z'
const TIMES = { start: START, end: '2027-06-12T17:00:00.000Z' }

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date(NOW))
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London', feature_timesheets: true }))
  .extend('second', ({ world, site }) => world.makePerson(site, { name: 'Bea Second' }))
  .extend('kiosk', ({ world, api, site }) => kioskOf(world, api, site))
  .extend('race', ({ world, site }) => world.insert(site, 'events', { name: 'Race', ...TIMES }))
  .extend('helm', ({ world, site }) => world.insert(site, 'assignments', { name: 'Helm' }))
  .extend('shiftOf', ({ world, site, race, helm, member }) => async (over: Record<string, unknown> = {}) => {
    const { id } = await world.insert(site, 'shifts', {
      ...{ event: race.id, assignment: helm.id, person: member.id, draft: START, actual_start: START, ...TIMES },
      ...over,
    })
    return Number(id)
  })
  .extend('asAdmin', async ({ api, site, admin, callApi }) => {
    const headers = await api.signIn(site, admin)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })
  .extend('stored', ({ world }) => async (id: number) => {
    const { rows } = await world.superuser.query(
      `select person::int, actual_start as start, actual_end as "end" from core.shifts where id = $1`,
      [id],
    )
    return rows[0]
  })
  .extend('worked', ({ world, site }) => async () => {
    const { rows } = await world.superuser.query(
      `select person::int, event_name, assignment, actual_start as start, actual_end as "end", hours from core.worked where site_id = $1 order by id`,
      [site.id],
    )
    return rows
  })
  .extend('hours', ({ asAdmin }) => async () => {
    const { body } = await asAdmin('GET', '/timesheets?start=2027-06-01&end=2027-06-30')
    return Object.fromEntries(
      body.people.map(({ person, hours }: { person: number; hours: number }) => [person, hours]),
    )
  })
  .extend('version', ({ world }) => async (table: 'shifts', id: number) => {
    const { rows } = await world.superuser.query(
      `select to_json(updated_at) #>> '{}' as version from core.${table} where id = $1`,
      [id],
    )
    return rows[0].version as string
  })
  .extend(
    'give',
    ({ asAdmin, version, race, world }) =>
      async (way: (typeof WAYS)[number], shift: number, person: number | null) => {
        const changed = async () => [{ id: shift, version: await version('shifts', shift), fields: { person } }]
        const calls: Record<(typeof WAYS)[number], () => Promise<{ status: number }>> = {
          'the update of a shift': () => asAdmin('PUT', '/shifts/', { id: shift, person }),
          'the update of a whole shift': async () => {
            const { body } = await asAdmin('GET', `/shifts/${shift}`)
            const { event, actual_start, actual_end, start, end } = body.results.shifts[shift]
            return asAdmin('PUT', '/shifts/', { id: shift, event, actual_start, actual_end, start, end, person })
          },
          'the person of a shift': async () =>
            asAdmin('PUT', `/shifts/${shift}/person`, { person, version: await version('shifts', shift) }),
          'the grid': async () =>
            asAdmin('PUT', '/roster/people', { steps: [{ shift, person, version: await version('shifts', shift) }] }),
          'a bulk edit': () => asAdmin('POST', '/shifts/bulk', { ids: [shift], changes: { person } }),
          'the roster editor': async () =>
            asAdmin('PUT', `/events/${race.id}/roster`, {
              publish: false,
              event: null,
              added: [],
              changed: await changed(),
              removed: [],
            }),
          'the list of shifts': async () => asAdmin('PUT', '/shifts/staged', { changed: await changed() }),
          'a statement of the database': async () => {
            await world.superuser.query('update core.shifts set person = $2 where id = $1', [shift, person])
            return { status: 200 }
          },
        }
        expect((await calls[way]()).status).toBeLessThan(300)
      },
  )

/** Each way in which a coordinator changes the person of a begun shift. */
const WAYS = [
  'the update of a shift',
  'the update of a whole shift',
  'the person of a shift',
  'the grid',
  'a bulk edit',
  'the roster editor',
  'the list of shifts',
  'a statement of the database',
] as const

const at = (iso: string) => new Date(iso)

test.for(WAYS)(
  '%s ends the time of the previous person, and starts that of the next without one',
  async (way, { member, second, shiftOf, stored, worked, hours, kiosk, give }) => {
    const shift = await shiftOf()
    await give(way, shift, second.id)
    expect(await stored(shift)).toEqual({ person: second.id, start: null, end: null })
    const [own] = await worked()
    expect(own).toMatchObject({ person: member.id, event_name: 'Race', assignment: 'Helm', start: at(START) })
    if (way !== 'a statement of the database') expect(Math.abs(own.end - at(NOW).getTime())).toBeLessThan(60_000)
    expect(await hours()).toEqual({ [member.id]: own.hours })
    expect((await kiosk.data()).body.lists.signed_in).toEqual([])
    expect((await kiosk.confirm([{ sign: 'in', shift, person: second.id, time: NOW }])).status).toBe(200)
    expect((await stored(shift)).start).toEqual(at(NOW))
  },
)

test.for(WAYS)(
  '%s gives the shift back with its original time',
  async (way, { member, second, shiftOf, stored, worked, give }) => {
    for (const person of [second.id, null]) {
      const [running, ended] = [await shiftOf(), await shiftOf({ actual_end: '2027-06-12T10:00:00.000Z' })]
      for (const shift of [running, ended]) {
        await give(way, shift, person)
        await give(way, shift, member.id)
      }
      expect(await stored(running)).toEqual({ person: member.id, start: at(START), end: null })
      expect(await stored(ended)).toEqual({ person: member.id, start: at(START), end: at('2027-06-12T10:00:00.000Z') })
      expect(await worked()).toEqual([])
    }
  },
)

test('each of two people on a shift has their own hours, and the first begins again when they come back', async ({
  member,
  second,
  shiftOf,
  stored,
  asAdmin,
  hours,
  kiosk,
}) => {
  const shift = await shiftOf({ actual_end: '2027-06-12T10:00:00.000Z' })
  await asAdmin('PUT', '/shifts/', { id: shift, person: second.id, actual_start: '2027-06-12T10:15:00Z' })
  expect(await stored(shift)).toEqual({ person: second.id, start: at('2027-06-12T10:15:00Z'), end: null })
  await asAdmin('PUT', '/shifts/', { id: shift, person: member.id })
  expect(await stored(shift)).toEqual({ person: member.id, start: null, end: null })
  await kiosk.confirm([{ sign: 'in', shift, person: member.id, time: NOW }])
  await asAdmin('PUT', `/shifts/`, {
    id: shift,
    actual_start: '2027-06-12T10:45:00Z',
    actual_end: '2027-06-12T11:00:00Z',
  })
  const { [second.id]: hers, ...others } = await hours()
  expect(others).toEqual({ [member.id]: 1.25 })
  expect(hers).toBeCloseTo(0.75, 1)
})

test('a time given with the next person is theirs; an end needs a start of their own', async ({
  second,
  shiftOf,
  stored,
  worked,
  asAdmin,
}) => {
  const shift = await shiftOf()
  const end = await asAdmin('PUT', '/shifts/', { id: shift, person: second.id, actual_end: NOW })
  expect(end).toMatchObject({ status: 400, body: { actual_start: [expect.any(String)] } })
  expect(await worked()).toEqual([])
  const both = { actual_start: START, actual_end: NOW }
  expect((await asAdmin('PUT', '/shifts/', { id: shift, person: second.id, ...both })).status).toBe(200)
  expect(await stored(shift)).toEqual({ person: second.id, start: at(START), end: at(NOW) })
  expect(await worked()).toHaveLength(1)
})

test('the time of a person who forgot to sign out ends as planned', async ({ second, shiftOf, worked, asAdmin }) => {
  const early = { start: '2027-06-12T06:00:00Z', end: '2027-06-12T09:30:00Z' }
  const shift = await shiftOf({ ...early, actual_start: early.start })
  await asAdmin('PUT', '/shifts/', { id: shift, person: second.id })
  expect(await worked()).toMatchObject([{ end: at(early.end), hours: 3.5 }])
})

test('the undo of a bulk edit gives the time back, unless the next person has signed in', async ({
  member,
  second,
  shiftOf,
  stored,
  worked,
  asAdmin,
  kiosk,
}) => {
  const shift = await shiftOf()
  const change = () => asAdmin('POST', '/shifts/bulk', { ids: [shift], changes: { person: second.id } })
  const { undo } = (await change()).body
  expect((await asAdmin('POST', '/shifts/undo', { token: undo.token })).status).toBe(200)
  expect(await stored(shift)).toEqual({ person: member.id, start: at(START), end: null })
  expect(await worked()).toEqual([])
  const again = (await change()).body.undo
  await kiosk.confirm([{ sign: 'in', shift, person: second.id, time: NOW }])
  expect((await asAdmin('POST', '/shifts/undo', { token: again.token })).status).toBe(409)
  expect((await stored(shift)).person).toBe(second.id)
})

test('hours on a reassigned shift are listed, corrected by admins, and can be excluded', async ({
  member,
  second,
  shiftOf,
  asAdmin,
  hours,
  api,
  site,
  callApi,
}) => {
  const shift = await shiftOf({ actual_end: NOW })
  await asAdmin('PUT', '/shifts/', { id: shift, person: second.id })
  const sheet = (await asAdmin('GET', '/timesheets/day?date=2027-06-12')).body
  expect(sheet).toMatchObject({
    hours: 2,
    shifts: [
      { person: second.id, former: null },
      { person: member.id, hours: 2 },
    ],
  })
  expect(sheet.shifts[1]).toMatchObject({ id: shift, state: 'ended', far_longer: false, duty: 'Helm' })
  const path = `/timesheets/former/${sheet.shifts[1].former}`
  const put = (actual_start: string | null, actual_end: string | null) =>
    asAdmin('PUT', path, { actual_start, actual_end })
  expect((await put('2027-06-12T09:30:00Z', NOW)).status).toBe(204)
  expect(await hours()).toEqual({ [member.id]: 1.5 })
  for (const [from, until] of [
    ['2027-06-12T10:00:00Z', '2027-06-12T09:00:00Z'],
    [START, '2027-06-13T11:00:00Z'],
    ['2027-06-01T09:00:00Z', NOW],
    [START, null],
    [START, 'yesterday'],
  ] as const)
    expect(await put(from, until)).toMatchObject({ status: 400, body: { actual_end: [expect.any(String)] } })
  expect(await hours()).toEqual({ [member.id]: 1.5 })
  expect((await put(null, null)).status).toBe(204)
  expect(await hours()).toEqual({})
  expect((await asAdmin('PUT', '/timesheets/former/999999', { actual_start: null, actual_end: null })).status).toBe(404)
  const body = { actual_start: START, actual_end: NOW }
  expect((await callApi('PUT', path, await api.signIn(site, member), body)).status).toBe(403)
})

test('the preview of a bulk edit gives the time it ends, and a change that removes no one gives none', async ({
  second,
  shiftOf,
  asAdmin,
}) => {
  const ids = [await shiftOf(), await shiftOf({ actual_end: NOW }), await shiftOf({ person: second.id })]
  const preview = (changes: object) => asAdmin('POST', '/shifts/bulk', { ids, changes, preview: true })
  expect((await preview({ person: second.id })).body.also_worked).toEqual({ signed_in: 1, hours: 2 })
  expect((await preview({ notes: 'Hello' })).body).not.toHaveProperty('also_worked')
})

test('hours corrected since are not counted twice when a deletion or a change of people is undone', async ({
  member,
  second,
  shiftOf,
  stored,
  worked,
  asAdmin,
  world,
}) => {
  const shift = await shiftOf({ actual_end: NOW })
  const correct = async () => {
    const { rows } = await world.superuser.query('select id from core.worked where shift = $1', [shift])
    const times = { actual_start: START, actual_end: '2027-06-12T10:00:00Z' }
    expect((await asAdmin('PUT', `/timesheets/former/${rows[0].id}`, times)).status).toBe(204)
  }
  for (const change of [{ remove: true, confirm: 1 }, { changes: { person: second.id } }]) {
    const { body } = await asAdmin('POST', '/shifts/bulk', { ids: [shift], ...change })
    await correct()
    expect((await asAdmin('POST', '/shifts/undo', { token: body.undo.token })).status).toBe(200)
    expect(await stored(shift)).toMatchObject({ person: member.id, start: at(START) })
    expect(await worked()).toEqual([])
  }
})

test.for(['shifts', 'events', 'people'] as const)(
  'a record of %s with hours is deleted after a question, and the hours stay',
  async (collection, { member, race, shiftOf, stored, worked, hours, asAdmin }) => {
    const running = await shiftOf()
    const isShift = collection === 'shifts'
    if (!isShift) await shiftOf({ actual_start: '2027-06-12T08:00:00Z', actual_end: '2027-06-12T09:30:00Z' })
    const id = { shifts: running, events: Number(race.id), people: member.id }[collection]
    const asked = await asAdmin('DELETE', `/${collection}/${id}`)
    const also_worked = isShift ? { signed_in: 1 } : { signed_in: 1, hours: 1.5 }
    expect(asked).toMatchObject({ status: 409, body: { also_worked } })
    expect(await worked()).toEqual([])
    const removal = { ids: [id], remove: true }
    const preview = await asAdmin('POST', `/${collection}/bulk`, { ...removal, preview: true })
    expect(preview.body).toMatchObject({ also_worked, confirm: asked.body.confirm })
    const gone = await asAdmin('POST', `/${collection}/bulk`, { ...removal, confirm: asked.body.confirm })
    expect(gone.status).toBe(200)
    const rows = await worked()
    expect(rows).toHaveLength(isShift ? 1 : 2)
    const { people } = (await asAdmin('GET', '/timesheets?start=2027-06-01&end=2027-06-30')).body
    expect(people).toMatchObject([{ name: collection === 'people' ? 'Former member' : member.name }])
    for (const row of rows) expect(row).toMatchObject({ person: member.id, event_name: 'Race', assignment: 'Helm' })
    expect((await hours())[member.id]).toBeCloseTo(isShift ? 2 : 3.5, 1)
    const back = await asAdmin('POST', `/${collection}/undo`, { token: gone.body.undo.token })
    expect(back.status).toBe(200)
    expect(await stored(running)).toEqual({ person: member.id, start: at(START), end: null })
    expect(await worked()).toEqual([])
  },
)

test('the editor of a roster and the grid know which shifts have started', async ({ world, site, race, shiftOf }) => {
  const begun = { [await shiftOf({ actual_end: NOW })]: true, [await shiftOf({ actual_start: null })]: false }
  const event = Number(race.id)
  const stored = await world.withSite(site.id, (db) => getRosterEditor(db, { event, zone: site.timezone }))
  const query = gridQuery.parse({ from: '2027-06-12', days: 7 })
  const grid = await world.withSite(site.id, (db) => getGrid(db, { query, zone: site.timezone, now: new Date(NOW) }))
  for (const { shifts } of [stored, grid.value()])
    expect(Object.fromEntries(shifts.map((shift) => [shift.id, shift.begun]))).toEqual(begun)
})
