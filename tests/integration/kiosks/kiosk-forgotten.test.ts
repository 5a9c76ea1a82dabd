import { expect } from 'vitest'
import { insertKioskShift } from '#tests/support/kiosk.ts'
import { at, DAY, NOW, test } from '#tests/support/kiosk-signing.ts'

test('a forgotten sign-out of an earlier day blocks no one, and ends as planned', async ({
  world,
  site,
  person,
  kiosk,
  stored,
}) => {
  const span = { start: '2027-05-31T03:30:00Z', end: '2027-05-31T06:30:00Z' }
  const { shift } = await insertKioskShift(world, site, person.id, { ...span, actual_start: '2027-05-31T03:27:00Z' })
  const today = await insertKioskShift(world, site, person.id, DAY)
  const { body } = await kiosk.data()
  expect(body.lists).toMatchObject({ signed_in: [shift], waiting: [today.shift] })
  const early = { sign: 'out', shift, time: '2027-05-31T03:00:00Z' }
  expect((await kiosk.confirm([early])).body).toEqual({ time: ['Must be today.'] })
  expect((await kiosk.confirm([{ sign: 'in', shift: today.shift, time: NOW }])).status).toBe(200)
  expect((await kiosk.confirm([{ sign: 'in', person: person.id, time: NOW }])).status).toBe(409)
  expect((await kiosk.confirm([{ sign: 'out', shift, time: span.end }])).status).toBe(200)
  expect(await stored()).toMatchObject([
    { id: shift, actual_end: at(span.end), hours: 3.05 },
    { id: today.shift, actual_start: at(NOW), actual_end: null },
  ])
})

test('a sign-out is reverted although one of yesterday was forgotten', async ({
  world,
  site,
  person,
  kiosk,
  stored,
}) => {
  const evening = { start: '2027-05-31T13:00:00Z', end: '2027-05-31T15:00:00Z' }
  await insertKioskShift(world, site, person.id, { ...evening, actual_start: evening.start })
  const { shift } = await insertKioskShift(world, site, person.id, DAY)
  await kiosk.confirm({ sign: 'in', shift, time: DAY.start })
  const out = { shift, time: NOW }
  expect((await kiosk.confirm({ sign: 'out', ...out })).status).toBe(200)
  expect((await kiosk.confirm({ sign: 'undo', ...out })).status).toBe(200)
  expect((await stored()).map(({ actual_end }) => actual_end)).toEqual([null, null])
})

test('a night shift that is still planned is not forgotten: its person is signed in', async ({
  world,
  site,
  person,
  kiosk,
}) => {
  const night = { start: '2027-05-31T13:00:00Z', end: '2027-06-01T13:00:00Z' }
  await insertKioskShift(world, site, person.id, { ...night, actual_start: night.start })
  expect((await kiosk.confirm([{ sign: 'in', person: person.id, time: NOW }])).status).toBe(409)
})

test('a shift of an event that is called off does not wait, and accepts no one who comes', async ({
  world,
  site,
  person,
  kiosk,
  stored,
}) => {
  const off = await insertKioskShift(world, site, person.id, DAY)
  const on = await insertKioskShift(world, site, null, DAY)
  await world.superuser.query(`update core.events set decision = 'off', decided_at = now() where id = $1`, [off.event])
  const { body } = await kiosk.data()
  expect(body.lists.waiting).toEqual([])
  await kiosk.confirm({ sign: 'in', shift: null, person: person.id, role: null, time: NOW })
  const rows = await stored()
  expect(rows.filter(({ actual_start }) => actual_start).map(({ event }) => event)).toEqual([on.event])
})

test('sign-ins kept through an outage are entered in their original order', async ({ person, kiosk, stored }) => {
  const times = ['2027-05-29T01:00:00Z', '2027-05-29T05:30:00Z', '2027-05-30T01:00:00Z']
  for (const [n, time] of times.entries()) {
    const list = [{ sign: n === 1 ? 'out' : 'in', person: person.id, time, kept: true }]
    expect((await kiosk.confirm(list, `kept-${n}`)).status).toBe(200)
  }
  expect(await stored()).toMatchObject([
    { actual_start: at(times[0]!), actual_end: at(times[1]!), hours: 4.5 },
    { actual_start: at(times[2]!), actual_end: null },
  ])
})

test('a night shift is signed out of after midnight, in the site’s zone', async ({
  world,
  site,
  person,
  kiosk,
  stored,
}) => {
  const night = { start: '2027-06-01T12:00:00Z', end: '2027-06-01T20:00:00Z' }
  const { shift } = await insertKioskShift(world, site, person.id, { ...night, actual_start: night.start })
  world.clock.set(new Date('2027-06-01T19:00:00Z'))
  expect((await kiosk.data()).body.lists.signed_in).toEqual([shift])
  expect((await kiosk.confirm([{ sign: 'out', shift, time: '2027-06-01T18:55:00Z' }])).status).toBe(200)
  expect((await stored())[0].hours).toBe(6.92)
})
