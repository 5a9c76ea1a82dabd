import { expect } from 'vitest'
import { insertKioskShift, kioskOf } from '#tests/support/kiosk.ts'
import { at, DAY, NOW, test } from '#tests/support/kiosk-signing.ts'

test('today’s published unstarted shifts wait, in the site’s zone; started ones are signed in; no one else’s are shown', async ({
  world,
  site,
  person,
  kiosk,
}) => {
  const other = await world.makePerson(site)
  const waiting = [
    await insertKioskShift(world, site, person.id, { start: '2027-05-31T14:00:00Z', end: '2027-05-31T15:00:00Z' }),
    await insertKioskShift(world, site, other.id, DAY),
    await insertKioskShift(world, site, person.id, { start: '2027-06-01T13:59:00Z', end: '2027-06-02T02:00:00Z' }),
  ]
  const night = await insertKioskShift(world, site, other.id, {
    start: '2027-05-31T13:00:00Z',
    end: '2027-06-01T13:00:00Z',
  })
  for (const [who, over] of [
    [person.id, { start: '2027-05-31T12:00:00Z', end: '2027-05-31T13:59:00Z' }],
    [person.id, { start: '2027-06-01T14:00:00Z', end: '2027-06-01T16:00:00Z' }],
    [person.id, { ...DAY, draft: null }],
    [null, DAY],
    [person.id, { ...DAY, actual_start: DAY.start, actual_end: DAY.end }],
    [person.id, { start: '2027-05-20T09:00:00Z', end: '2027-05-20T13:00:00Z', actual_start: '2027-05-20T09:00:00Z' }],
  ] as const)
    await insertKioskShift(world, site, who, over)
  const on = await insertKioskShift(world, site, other.id, { ...DAY, actual_start: '2027-05-31T20:00:00Z' })
  const { status, body } = await kiosk.data()
  expect(status).toBe(200)
  expect(body.now).toMatch(/^2027-06-01T12:00:0/)
  expect(body.lists.waiting).toEqual([night, ...waiting].map(({ shift }) => shift))
  expect(body.lists.signed_in).toEqual([on.shift])
  expect(Object.keys(body.results.shifts)).toHaveLength(5)
})

test('a person on the roster signs in and out; the answers hold the shift, the log names the kiosk', async ({
  world,
  site,
  person,
  kiosk,
  lines,
}) => {
  const { shift } = await insertKioskShift(world, site, person.id, DAY)
  const came = await kiosk.confirm([
    { sign: 'in', shift, person: person.id, role: null, time: '2027-06-01T19:05:00+10:00' },
  ])
  expect([came.status, came.body.order]).toEqual([200, [shift]])
  expect(came.body.results.shifts[shift]).toMatchObject({ actual_start: '2027-06-01T09:05:00.000Z', hours: null })
  const left = await kiosk.confirm({ sign: 'out', shift, person: person.id, role: null, time: NOW })
  expect([left.status, left.body.count]).toEqual([200, 1])
  expect(left.body.results.shifts[shift]).toMatchObject({ actual_end: NOW, hours: 2.92, person_name: 'Zoë Ng' })
  expect(await lines()).toEqual([
    { actor: `kiosk:${kiosk.id}`, action: 'shift.start', subject_id: shift },
    { actor: `kiosk:${kiosk.id}`, action: 'shift.end', subject_id: shift },
  ])
})

test('a sign-out is reverted for two minutes, by its own end, and not once the person is signed in again', async ({
  world,
  site,
  person,
  kiosk,
  stored,
  lines,
}) => {
  const { shift } = await insertKioskShift(world, site, person.id, { ...DAY, actual_start: DAY.start })
  const out = { shift, person: person.id, role: null, time: NOW }
  const undo = (over = {}) => kiosk.confirm({ sign: 'undo', ...out, ...over })
  await kiosk.confirm({ sign: 'out', ...out })
  expect((await undo({ shift: null })).body).toEqual({ shift: ['Required.'] })
  expect((await undo({ time: '2027-06-01T11:59:00.000Z' })).status).toBe(409)
  expect((await undo({ person: (await world.makePerson(site)).id })).status).toBe(409)
  const done = await undo()
  expect([done.status, done.body.results.shifts[shift]?.actual_end]).toEqual([200, null])
  expect((await undo()).status).toBe(200)
  expect((await lines()).map(({ action }) => action)).toEqual(['shift.end', 'shift.take_back_end'])

  await kiosk.confirm({ sign: 'out', ...out })
  await kiosk.confirm({ sign: 'in', shift: null, person: person.id, role: null, time: NOW })
  expect((await undo()).body.detail).toBe('Already signed in.')
  expect((await stored())[0]?.actual_end).toEqual(at(NOW))
})

test('a sign-out of more than two minutes ago is not reverted', async ({ world, site, person, kiosk, stored }) => {
  const { shift } = await insertKioskShift(world, site, person.id, { ...DAY, actual_start: DAY.start })
  const out = { shift, person: person.id, role: null, time: NOW }
  await kiosk.confirm({ sign: 'out', ...out })
  world.clock.set(new Date(at(NOW).getTime() + 121_000))
  expect((await kiosk.confirm({ sign: 'undo', ...out })).body.detail).toMatch(/^It’s too late/)
  expect((await stored())[0]?.actual_end).toEqual(at(NOW))
})

test('the same confirm twenty times under one key is one change, in sequence or in parallel', async ({
  world,
  site,
  person,
  kiosk,
  stored,
  lines,
}) => {
  const { shift } = await insertKioskShift(world, site, person.id, DAY)
  const planned = [{ sign: 'in', shift, person: person.id, time: NOW }]
  const repeats = await Promise.all(Array.from({ length: 20 }, () => kiosk.confirm(planned, 'k-1')))
  for (const { status, body } of repeats) expect([status, body.order]).toEqual([200, [shift]])
  const walkIn = [{ sign: 'in', shift: null, person: (await world.makePerson(site)).id, role: null, time: NOW }]
  const ids = new Set<number>()
  for (let n = 0; n < 20; n++) ids.add((await kiosk.confirm(walkIn, 'k-2')).body.order[0]!)
  for (const { body } of await Promise.all(Array.from({ length: 20 }, () => kiosk.confirm(walkIn, 'k-2'))))
    ids.add(body.order[0]!)
  expect(ids.size).toBe(1)
  expect(await stored()).toHaveLength(2)
  expect((await lines()).filter(({ action }) => action === 'shift.start')).toHaveLength(1)
  const late = await kiosk.confirm([{ ...planned[0], kept: true }], 'k-1')
  expect([late.status, late.body.order]).toEqual([200, [planned[0]?.shift]])
  expect((await kiosk.confirm([{ ...planned[0], sign: 'out' }], 'k-1')).status).toBe(409)
  expect((await kiosk.confirm(planned, 'ö')).status).toBe(400)
})

test('without a key, and from two devices in parallel, a person is signed in once', async ({
  world,
  api,
  site,
  person,
  kiosk,
  stored,
}) => {
  const second = await kioskOf(world, api, site)
  const walkIn = [{ sign: 'in', shift: null, person: person.id, role: null, time: NOW }]
  const both = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? kiosk : second).confirm(walkIn)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
  expect(await stored()).toHaveLength(1)
  world.clock.set(at('2027-06-01T12:30:00Z'))
  const out = [{ sign: 'out', person: person.id, time: '2027-06-01T12:30:00Z' }]
  const left = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? kiosk : second).confirm(out, `o-${n}`)))
  expect(left.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(new Set(left.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await stored()).toMatchObject([{ actual_end: at('2027-06-01T12:30:00Z'), hours: 0.5 }])
})

test('a refused confirm keeps nothing, not even its key', async ({ world, site, person, kiosk, stored }) => {
  const { shift } = await insertKioskShift(world, site, person.id, DAY)
  const list = [
    { sign: 'in', shift, person: person.id, time: NOW },
    { sign: 'in', shift: null, person: 999_999, time: NOW },
  ]
  const refused = await kiosk.confirm(list, 'k')
  expect([refused.status, refused.body]).toEqual([
    400,
    { person: ['Not found.'], items: [null, { person: ['Not found.'] }] },
  ])
  expect((await stored())[0].actual_start).toBeNull()
  expect((await kiosk.confirm([list[0]], 'k')).status).toBe(200)
})

test('a person without a shift gets one on the running event, in their role', async ({
  world,
  site,
  kiosk,
  person,
  stored,
}) => {
  const role = await world.insert(site, 'roles', { name: 'Crew' })
  const first = await insertKioskShift(world, site, null, { ...DAY, role: role.id })
  await insertKioskShift(world, site, null, { start: '2027-06-01T10:00:00Z', end: DAY.end })
  const hidden = await insertKioskShift(world, site, null, { ...DAY, draft: null, role: role.id })
  const { status, body } = await kiosk.confirm([
    { sign: 'in', shift: null, person: person.id, role: role.id, time: NOW },
  ])
  expect(status).toBe(200)
  const made = (await stored()).find(({ id }) => id === body.order[0])
  expect(made).toMatchObject({ event: first.event, person: person.id, role: role.id, published: true })
  expect(made).toMatchObject({ start: at(NOW), end: at(DAY.end), actual_start: at(NOW), actual_end: null })
  expect(made.event).not.toBe(hidden.event)
  expect(body.results.shifts[body.order[0]!]).toMatchObject({ duty: 'Crew', event_name: 'Race day' })
})

test('without a running event they are together among the day’s unplanned shifts, which no calendar shows', async ({
  world,
  site,
  person,
  kiosk,
  stored,
}) => {
  const mate = await world.makePerson(site)
  for (const who of [person.id, mate.id])
    expect((await kiosk.confirm([{ sign: 'in', shift: null, person: who, role: null, time: NOW }])).status).toBe(200)
  const shifts = await stored()
  expect(new Set(shifts.map(({ event }) => event)).size).toBe(1)
  const { rows } = await world.superuser.query(
    'select name, archived, start, "end" from core.events where site_id = $1',
    [site.id],
  )
  expect(rows).toEqual([
    { name: 'Unplanned shifts', archived: true, start: at('2027-05-31T14:00:00Z'), end: at('2027-06-01T14:00:00Z') },
  ])
  expect((await kiosk.data()).body.lists.signed_in).toHaveLength(2)
})

test('a person who overlooked their name on the list is signed in to their waiting shift', async ({
  world,
  site,
  person,
  kiosk,
  stored,
}) => {
  const { shift } = await insertKioskShift(world, site, person.id, DAY)
  const { body } = await kiosk.confirm([{ sign: 'in', shift: null, person: person.id, role: null, time: NOW }])
  expect(body.order).toEqual([shift])
  expect(await stored()).toHaveLength(1)
})

test.for([
  ['yesterday', '2027-05-31T10:00:00Z', false, 'Must be today.'],
  ['the hours before midnight', '2027-06-01T01:00:00Z', false, null],
  ['later today', '2027-06-01T13:59:59Z', false, 'Must not be in the future.'],
  ['tomorrow', '2027-06-01T14:00:00Z', false, 'Must not be in the future.'],
  ['days ago, kept by the device', '2027-05-28T10:00:00Z', true, null],
  ['a month ago, kept by the device', '2027-05-01T10:00:00Z', true, 'Must be at most 14 days ago.'],
] as const)('a time of %s', async ([_what, time, kept, expected], { kiosk, person }) => {
  const { status, body } = await kiosk.confirm([{ sign: 'in', shift: null, person: person.id, role: null, time, kept }])
  expect([status, body.time]).toEqual(expected ? [400, [expected]] : [200, undefined])
})

test('invalid input is refused with its field or as a conflict, and changes nothing', async ({
  world,
  site,
  person,
  stored,
  kiosk,
}) => {
  const mate = await world.makePerson(site)
  const abroad = await world.makePerson(await world.makeSite())
  const gone = await world.makePerson(site, { is_active: false })
  const { shift } = await insertKioskShift(world, site, person.id, DAY)
  const draft = await insertKioskShift(world, site, mate.id, { ...DAY, draft: null })
  const done = await insertKioskShift(world, site, mate.id, {
    ...DAY,
    actual_start: DAY.start,
    actual_end: '2027-06-01T10:00:00Z',
  })
  const base = { sign: 'in', shift: null, person: person.id, role: null, time: NOW }
  const before = await stored()
  for (const [item, status, told] of [
    [{ ...base, sign: 'up' }, 400, { sign: ['Must be in, out or undo.'] }],
    [{ ...base, time: undefined }, 400, { time: ['Required.'] }],
    [{ ...base, time: 'noon' }, 400, { time: ['Give a date and time with its zone.'] }],
    [{ ...base, time: '2027-06-01T12:00:00' }, 400, { time: ['Give a date and time with its zone.'] }],
    [{ ...base, person: null }, 400, { person: ['Required.'] }],
    [{ ...base, person: abroad.id }, 400, { person: ['Not found.'] }],
    [{ ...base, person: gone.id }, 400, { person: ['Not found.'] }],
    [{ ...base, person: mate.id, role: 999_999 }, 400, { role: ['Not found.'] }],
    [{ ...base, shift: 999_999 }, 400, { shift: ['Not found.'] }],
    [{ ...base, shift: draft.shift, person: mate.id }, 400, { shift: ['Not found.'] }],
    [{ ...base, shift, person: mate.id }, 409, { detail: 'Someone else is on this shift now.' }],
    [{ ...base, shift: done.shift, person: mate.id }, 409, { detail: 'Someone has already signed in to this shift.' }],
    [{ ...base, sign: 'out', shift: done.shift, person: null }, 409, { detail: 'Already signed out.' }],
    [{ ...base, sign: 'out' }, 409, { detail: 'Not signed in.' }],
    [{ ...base, sign: 'out', person: null }, 400, { shift: ['Required.'] }],
    [{ ...base, sign: 'out', shift }, 400, { time: ['This shift was not started.'] }],
    [undefined, 400, { sign: ['Must be in, out or undo.'], time: ['Required.'] }],
    [[], 400, { non_field_errors: ['Required.'] }],
    [Array(51).fill(base), 400, { non_field_errors: ['At most 50 at a time.'] }],
  ] as const) {
    const answer = await kiosk.confirm(item)
    expect([answer.status, answer.body], JSON.stringify(item)).toEqual([status, told])
  }
  expect(await stored()).toEqual(before)
  expect((await kiosk.confirm([base])).status).toBe(200)
  expect((await kiosk.confirm([{ ...base, time: '2027-06-01T12:01:00Z' }])).body).toEqual({
    detail: 'Already signed in.',
  })
})
