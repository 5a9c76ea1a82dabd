import { expect } from 'vitest'
import { insertKioskShift } from '#tests/support/kiosk.ts'
import { at, test as base } from '#tests/support/kiosk-signing.ts'

/**
 * People and shifts match by the span of the shift and the hour around it, whatever the calendar day. Sydney is UTC+10
 * in June.
 */
const MIDNIGHT = '2027-06-01T14:00:00.000Z'
const minutes = (from: string, n: number) => new Date(Date.parse(from) + n * 60_000).toISOString()

const test = base
  .extend(
    'now',
    ({ world }) =>
      (instant: string) =>
        world.clock.set(at(instant)),
  )
  .extend('shiftOf', ({ world, site, person }) => async (start: string, hours: number, more = {}) => {
    const { shift } = await insertKioskShift(world, site, person.id, {
      start,
      end: minutes(start, hours * 60),
      ...more,
    })
    return shift
  })

test.for([
  ['an hour early', -60, 4, 200],
  ['ten minutes early', -10, 4, 200],
  ['at midnight', 0, 4, 200],
  ['ten minutes late', 10, 4, 200],
  ['within the hour after a short one', 70, 0.5, 200],
] as const)(
  'a shift from midnight accepts its person %s, chosen from the list or found by name',
  async ([, late, hours, status], { now, shiftOf, kiosk, person, stored, world }) => {
    const shift = await shiftOf(MIDNIGHT, hours)
    const time = minutes(MIDNIGHT, late)
    now(time)
    expect((await kiosk.data()).body.lists.waiting).toEqual([shift])
    const item = { sign: 'in', person: person.id, role: null, time }
    expect((await kiosk.confirm({ ...item, shift })).status).toBe(status)
    expect(await stored()).toMatchObject([{ id: shift, actual_start: at(time) }])
    await world.superuser.query('update core.shifts set actual_start = null where id = $1', [shift])
    expect((await kiosk.confirm({ ...item, shift: null })).body.order).toEqual([shift])
    expect(await stored()).toHaveLength(1)
  },
)

test('a person signed in ten minutes early for midnight can leave before it', async ({
  now,
  shiftOf,
  kiosk,
  person,
}) => {
  const shift = await shiftOf(MIDNIGHT, 4)
  now(minutes(MIDNIGHT, -2))
  await kiosk.confirm({ sign: 'in', shift, person: person.id, time: minutes(MIDNIGHT, -10) })
  expect((await kiosk.confirm({ sign: 'out', shift, person: person.id, time: minutes(MIDNIGHT, -3) })).status).toBe(200)
})

test('a shift of the evening before accepts its person after midnight, and one of tomorrow evening does not', async ({
  now,
  shiftOf,
  kiosk,
  person,
  stored,
}) => {
  const night = await shiftOf(minutes(MIDNIGHT, -120), 6)
  const tomorrow = await shiftOf(minutes(MIDNIGHT, 18 * 60), 4)
  const time = minutes(MIDNIGHT, 30)
  now(time)
  expect((await kiosk.data()).body.lists.waiting).toEqual([night, tomorrow])
  expect((await kiosk.confirm({ sign: 'in', shift: null, person: person.id, role: null, time })).body.order).toEqual([
    night,
  ])
  expect(await stored()).toHaveLength(2)
})

test('a shift of the same day in nine hours does not match an unlisted person who comes now', async ({
  now,
  shiftOf,
  kiosk,
  person,
  stored,
}) => {
  const evening = await shiftOf('2027-06-01T08:00:00.000Z', 3)
  now('2027-05-31T23:00:00Z')
  const time = '2027-05-31T22:59:00Z'
  const { body } = await kiosk.confirm({ sign: 'in', shift: null, person: person.id, role: null, time })
  expect(body.order).not.toEqual([evening])
  expect(await stored()).toMatchObject([{ id: evening, actual_start: null }, { actual_start: at(time) }])
})

test('a camp of two days is open until an hour after its planned end: signing out works, signing in again does not', async ({
  now,
  shiftOf,
  kiosk,
  person,
  stored,
}) => {
  const [start, end] = ['2027-06-01T08:00:00.000Z', '2027-06-03T06:00:00.000Z']
  const shift = await shiftOf(start, 46)
  now(minutes(start, -30))
  await kiosk.confirm({ sign: 'in', shift, person: person.id, time: minutes(start, -30) })
  for (const time of [minutes(start, 30 * 60), minutes(end, -5), minutes(end, 55)]) {
    now(time)
    expect((await kiosk.data()).body.lists.signed_in, time).toEqual([shift])
    const again = await kiosk.confirm({ sign: 'in', shift: null, person: person.id, role: null, time })
    expect([again.status, again.body.detail], time).toEqual([409, 'Already signed in.'])
  }
  const out = await kiosk.confirm({ sign: 'out', shift: null, person: person.id, time: minutes(end, 55) })
  expect([out.status, out.body.order]).toEqual([200, [shift]])
  expect(await stored()).toMatchObject([{ actual_end: at(minutes(end, 55)), hours: 47.42 }])
})

test('a shift that is over does not block the next one of the same day, and can still be signed out of', async ({
  now,
  shiftOf,
  kiosk,
  person,
}) => {
  const morning = await shiftOf('2027-06-01T00:00:00.000Z', 2, { actual_start: '2027-06-01T00:00:00Z' })
  const evening = await shiftOf('2027-06-01T08:00:00.000Z', 2)
  now('2027-06-01T03:00:00Z')
  const early = { sign: 'in', shift: null, person: person.id, role: null, time: '2027-06-01T03:00:00Z' }
  expect((await kiosk.confirm(early)).body.detail).toBe('Already signed in.')
  now('2027-06-01T08:00:00Z')
  expect((await kiosk.data()).body.lists).toMatchObject({ waiting: [evening], signed_in: [morning] })
  const came = await kiosk.confirm({ ...early, time: '2027-06-01T08:00:00Z' })
  expect(came.body.order).toEqual([evening])
  const left = await kiosk.confirm({ sign: 'out', shift: morning, time: '2027-06-01T02:00:00Z' })
  expect([left.status, left.body.results.shifts[morning]?.hours]).toEqual([200, 2])
})

test('an evening shift that ended before midnight is open until an hour after it', async ({
  now,
  shiftOf,
  kiosk,
  person,
}) => {
  await shiftOf(minutes(MIDNIGHT, -150), 2, { actual_start: minutes(MIDNIGHT, -150) })
  const comes = (time: string) => kiosk.confirm({ sign: 'in', shift: null, person: person.id, role: null, time })
  now(minutes(MIDNIGHT, 29))
  expect((await comes(minutes(MIDNIGHT, 29))).status).toBe(409)
  now(minutes(MIDNIGHT, 31))
  expect((await comes(minutes(MIDNIGHT, 31))).status).toBe(200)
})
