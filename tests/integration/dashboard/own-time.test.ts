import { expect } from 'vitest'
import { readSetup } from '#server/dashboard/first-steps.ts'
import { listRecordHours } from '#server/timesheets/record-hours.ts'
import { test as base } from '#tests/support/fixture.ts'

const test = base.extend('site', ({ world }) => world.makeSite({ timezone: 'Australia/Sydney' }))

test('hours are recorded for shifts that touch today in the zone of the site, and for unfinished ones', async ({
  world,
  site,
}) => {
  const me = await world.makePerson(site)
  const event = (
    await world.insert(site, 'events', { name: 'E', start: '2027-03-01T00:00Z', end: '2027-03-30T00:00Z' })
  ).id
  /** Sydney is UTC+11: its 10 March is 9 March 13:00 to 10 March 13:00 UTC. */
  const shift = async (start: string, end: string, over = {}) =>
    (await world.insert(site, 'shifts', { event, person: me.id, draft: '2027-01-01T00:00Z', start, end, ...over })).id
  const today = await shift('2027-03-09T22:00Z', '2027-03-10T06:00Z')
  const late = await shift('2027-03-10T12:00Z', '2027-03-10T20:00Z')
  const overnight = await shift('2027-03-09T10:00Z', '2027-03-09T20:00Z', {
    actual_start: '2027-03-09T10:00Z',
    actual_end: '2027-03-09T20:00Z',
  })
  const forgotten = await shift('2027-03-05T00:00Z', '2027-03-05T04:00Z')
  await shift('2027-03-04T00:00Z', '2027-03-04T04:00Z', {
    actual_start: '2027-03-04T00:00Z',
    actual_end: '2027-03-04T04:00Z',
  })
  await shift('2027-03-10T13:00Z', '2027-03-10T18:00Z')
  await shift('2027-03-09T22:00Z', '2027-03-10T06:00Z', { draft: null })
  const now = new Date('2027-03-10T01:00Z')
  const rows = await world.withSite(site.id, (db) => listRecordHours(db, { person: me.id, now, zone: site.timezone }))
  expect(rows.map(({ id, today: starts }) => [id, starts])).toEqual([
    [overnight, false],
    [today, true],
    [late, true],
    [forgotten, false],
  ])
})

test('the card about the phone shows for a missing or unverified one, until it is hidden', async ({ world, site }) => {
  const ask = async (over: object) => {
    const { id } = await world.makePerson(site, { phone: '+61412345678', ...over })
    const person = { site: { logo: null, sms_enabled: true }, person: id }
    return (await world.withSite(site.id, (db) => readSetup(db, person))).verify !== null
  }
  expect([
    await ask({ phone: null }),
    await ask({}),
    await ask({ sms_verified: true }),
    await ask({ hide_verify_phone: true }),
  ]).toEqual([true, true, false, false])
})
