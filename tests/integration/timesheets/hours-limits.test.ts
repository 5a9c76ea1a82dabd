import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { credentialsOfRoles } from '#tests/support/api.ts'
import { test as base, type FixturesOf } from '#tests/support/fixture.ts'
import { fileForm } from '#tests/support/import-files.ts'
import { insertKioskShift, kioskOf } from '#tests/support/kiosk.ts'

const NOW = '2027-06-01T12:00:00.000Z'
const DAY = { start: '2027-06-01T08:00:00.000Z', end: '2027-06-01T16:00:00.000Z' }
const IN_FUTURE = ['Must not be in the future.']
const FAR = '2099-01-01T00:00:00.000Z'
const HERE = path.resolve(import.meta.dirname, '../../..')

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date(NOW))
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC' }))
  .extend('kiosk', { auto: true }, ({ world, api, site }) => kioskOf(world, api, site))
  .extend('as', { auto: true }, ({ world, api, site }) => credentialsOfRoles(world, api, site))
  .extend('own', ({ api, site, member }) => api.signIn(site, member))
  .extend(
    'insertShift',
    ({ world, site, member }) =>
      async (over: Record<string, unknown> = {}) =>
        (await insertKioskShift(world, site, member.id, { ...DAY, ...over })).shift,
  )
  .extend(
    'stored',
    ({ world, site }) =>
      async (shift: number) =>
        (
          await world.superuser.query(
            'select actual_start, actual_end from core.shifts where id = $1 and site_id = $2',
            [shift, site.id],
          )
        ).rows[0],
  )

type On = Pick<FixturesOf<typeof test>, 'as'>

const csv = (shift: number, start: string, end: string) =>
  fileForm(`id,actual_start,actual_end\r\n${shift},${start},${end}\r\n`)

test('a member ends no shift in 2099, nor later today, nor more than a day after its start', async ({
  insertShift,
  callApi,
  own,
  stored,
}) => {
  const shift = await insertShift({ actual_start: '2027-06-01T08:00:00Z' })
  for (const datetime of [FAR, '2027-06-01T12:06:00Z', '2027-06-01T22:00:00Z'])
    expect(await callApi('PUT', `/shifts/${shift}/end`, own, { datetime }), datetime).toEqual({
      status: 400,
      body: { datetime: IN_FUTURE },
    })
  expect((await stored(shift)).actual_end).toBeNull()
  const forgotten = await insertShift({
    start: '2027-05-29T08:00:00Z',
    end: '2027-05-29T16:00:00Z',
    actual_start: '2027-05-29T08:00:00Z',
  })
  expect(await callApi('PUT', `/shifts/${forgotten}/end`, own, { datetime: '2027-05-30T08:01:00Z' })).toEqual({
    status: 400,
    body: { datetime: ['Must be at most 24 hours after the start.'] },
  })
  expect((await callApi('PUT', `/shifts/${forgotten}/end`, own, { datetime: '2027-05-30T08:00:00Z' })).status).toBe(200)
  expect((await callApi('PUT', `/shifts/${shift}/end`, own, { datetime: '2027-06-01T12:05:00Z' })).status).toBe(200)
})

test('a member starts nothing later today, and an admin nothing ahead of the clock', async ({
  insertShift,
  own,
  as,
  callApi,
  stored,
}) => {
  const shift = await insertShift()
  for (const headers of [own, as.admin])
    for (const datetime of ['2027-06-01T12:06:00Z', '2027-06-01T15:00:00Z'])
      expect(await callApi('PUT', `/shifts/${shift}/start`, headers, { datetime })).toEqual({
        status: 400,
        body: { datetime: IN_FUTURE },
      })
  expect((await stored(shift)).actual_start).toBeNull()
  expect((await callApi('PUT', `/shifts/${shift}/start`, own, { datetime: '2027-06-01T12:05:00Z' })).status).toBe(200)
  const past = await insertShift()
  expect((await callApi('PUT', `/shifts/${past}/start`, as.admin, { datetime: '2027-05-01T09:00:00Z' })).status).toBe(
    200,
  )
})

test('a kiosk accepts nothing ahead of the clock: in, out, or of a person on no roster', async ({
  insertShift,
  kiosk,
  world,
  site,
  stored,
}) => {
  const [waits, on] = [await insertShift(), await insertShift({ actual_start: '2027-06-01T08:00:00Z' })]
  const refused = { status: 400, body: { time: IN_FUTURE } }
  for (const time of ['2027-06-01T12:06:00Z', '2027-06-01T22:00:00Z', FAR])
    for (const kept of [false, true]) {
      expect(await kiosk.confirm([{ sign: 'in', shift: waits, time, kept }]), time).toMatchObject(refused)
      expect(await kiosk.confirm([{ sign: 'out', shift: on, time, kept }]), time).toMatchObject(refused)
      const { id } = await world.makePerson(site)
      expect(await kiosk.confirm([{ sign: 'in', person: id, time, kept }]), time).toMatchObject(refused)
    }
  expect([(await stored(waits)).actual_start, (await stored(on)).actual_end]).toEqual([null, null])
  expect((await kiosk.confirm([{ sign: 'out', shift: on, time: '2027-06-01T12:04:00Z' }])).status).toBe(200)
})

test('entries that a kiosk kept for days are stored with their own times', async ({
  insertShift,
  member,
  kiosk,
  stored,
}) => {
  const planned = { start: '2027-05-25T08:00:00Z', end: '2027-05-25T16:00:00Z' }
  const shift = await insertShift(planned)
  const entries = [
    { sign: 'in', shift, person: member.id, time: '2027-05-25T08:10:00Z', kept: true },
    { sign: 'out', shift, person: member.id, time: '2027-05-25T15:50:00Z', kept: true },
  ]
  for (const entry of entries) expect((await kiosk.confirm([entry])).status).toBe(200)
  expect(await stored(shift)).toEqual({
    actual_start: new Date('2027-05-25T08:10:00Z'),
    actual_end: new Date('2027-05-25T15:50:00Z'),
  })
})

/** Every way by which an admin writes the times, as a call that would store these two. */
const WAYS: Record<
  string,
  (on: On, shift: number, start: string, end: string) => Parameters<FixturesOf<typeof test>['callApi']>
> = {
  'a change': ({ as }, id, actual_start, actual_end) => ['PUT', '/shifts/', as.admin, { id, actual_start, actual_end }],
  'a change by a key': ({ as }, id, actual_start, actual_end) => [
    'PUT',
    '/shifts/',
    as.writer,
    [{ id, actual_start, actual_end }],
  ],
  'many at once': ({ as }, id, actual_start, actual_end) => [
    'POST',
    '/shifts/bulk',
    as.admin,
    { ids: [id], changes: { actual_start, actual_end } },
  ],
  'a file': ({ as }, id, actual_start, actual_end) => ['POST', '/shifts/', as.admin, csv(id, actual_start, actual_end)],
}

test.for(Object.keys(WAYS))(
  'an admin, by %s: nothing ahead of the clock, no end beyond the longest',
  async (way, { insertShift, callApi, stored, as }) => {
    const shift = await insertShift()
    const call = (start: string, end: string) => callApi(...WAYS[way]!({ as }, shift, start, end))
    const messages = ({ body }: Awaited<ReturnType<typeof callApi>>) => ({ ...body, ...body.items?.[0]?.messages })
    const start = '2027-05-30T08:00:00.000Z'
    for (const [end, message] of [
      [FAR, IN_FUTURE],
      ['2027-06-01T12:06:00.000Z', IN_FUTURE],
      ['2027-05-31T16:01:00.000Z', ['Must be at most 32 hours after the start.']],
    ] as const) {
      const answer = await call(start, end)
      expect([answer.status, messages(answer).actual_end], end).toEqual([400, message])
    }
    const answer = await call('2027-06-01T12:06:00.000Z', '2027-06-01T12:06:00.000Z')
    expect([answer.status, messages(answer).actual_start]).toEqual([400, IN_FUTURE])
    expect(await stored(shift)).toEqual({ actual_start: null, actual_end: null })
    expect((await call(start, '2027-05-31T16:00:00.000Z')).status).toBeLessThan(300)
    expect((await stored(shift)).actual_end).toEqual(new Date('2027-05-31T16:00:00Z'))
  },
)

test('a new shift has no worked times ahead of the clock', async ({ world, site, member, callApi, as }) => {
  const { event } = await insertKioskShift(world, site, member.id, DAY)
  const answer = await callApi('POST', '/shifts/', as.admin, { event, actual_start: DAY.start, actual_end: FAR })
  expect(answer).toEqual({ status: 400, body: { actual_end: IN_FUTURE } })
})

test('an undo restores no invalid times, and a shift that has some can still be changed and corrected', async ({
  insertShift,
  callApi,
  as,
  stored,
}) => {
  const shift = await insertShift({ actual_start: DAY.start, actual_end: FAR })
  expect((await callApi('PUT', '/shifts/', as.admin, { id: shift, notes: 'Hello' })).status).toBe(200)
  const right = { ids: [shift], changes: { actual_end: '2027-06-01T11:00:00.000Z' } }
  const { body } = await callApi('POST', '/shifts/bulk', as.admin, right)
  const undone = await callApi('POST', '/shifts/undo', as.admin, { token: body.undo.token })
  expect(undone).toEqual({ status: 400, body: { actual_end: IN_FUTURE } })
  expect((await stored(shift)).actual_end).toEqual(new Date('2027-06-01T11:00:00Z'))
})

/** The sources that write worked times, apart from the collection of shifts; all of them enforce the limits. */
const WRITERS = ['server/shifts/hours/store.ts']

test('no other source writes worked times', () => {
  const sources = ['bin', 'server', 'workers', 'app'].flatMap((folder) =>
    readdirSync(path.join(HERE, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const writes = /(updateTable|insertInto)\('shifts'\)|(update|insert into)\s+(core\.)?"?shifts\b/i
  const found = sources.filter((name) => {
    const text = readFileSync(path.join(HERE, name), 'utf8')
    const written = text.replaceAll(/select[\s\S]*?from|actual_start is (not )?null/gi, '')
    return writes.test(text) && /actual_(start|end)/.test(written)
  })
  // The demo invents a past of its own, and erasing a person only reads whether anyone began.
  const apart = ['server/platform/demo/', 'server/platform/erase-rows.ts']
  expect(found.filter((name) => !apart.some((start) => name.startsWith(start)))).toEqual(WRITERS)
})
