import { Temporal } from 'temporal-polyfill'
import { expect } from 'vitest'
import { isZone } from '#server/engine/kernel/days/zone.ts'
import { ZONES } from '#server/engine/kernel/days/zones.ts'
import { createSite } from '#server/platform/sites.ts'
import { readZoneDifferences } from '#server/platform/zone-differences.ts'
import { test } from '#tests/support/fixture.ts'

/** The two years over which all readings of a zone must agree: one noon every four weeks. */
const FROM = Date.parse('2024-10-01T12:00Z')
const NOONS = Array.from({ length: 26 }, (_, i) => FROM + i * 28 * 86_400_000)

/** Names that Intl accepts as a zone, and PostgreSQL, Temporal or both refuse, or read without summer time. */
const BAD = [
  'CAT',
  'BST',
  'IST',
  'MET',
  'CET',
  'EET',
  'WET',
  'ACT',
  'europe/london',
  'SystemV/PST8',
  'Factory',
  '+05:30',
]
const GOOD = [
  'Europe/Dublin',
  'America/Vancouver',
  'Europe/Chisinau',
  'US/Pacific',
  'GB',
  'UTC',
  'Etc/GMT+5',
  'Asia/Kolkata',
]

const byTemporal = (zone: string) =>
  NOONS.map((at) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 6e10)

function byIntl(zone: string) {
  const wall = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return NOONS.map((at) => {
    const [, day, month, year, hour, minute] = /(\d+)\/(\d+)\/(\d+), (\d+):(\d+)/.exec(wall.format(at))!.map(Number)
    return (Date.UTC(year!, month! - 1, day, hour, minute) - at) / 60_000
  })
}

function agreed(zone: string, stored: readonly number[]): boolean | null {
  try {
    const [temporal, intl] = [byTemporal(zone), byIntl(zone)]
    return stored.every((minutes, i) => minutes === temporal[i] && minutes === intl[i])
  } catch {
    return null
  }
}

test('a zone is a name that Intl, Temporal and PostgreSQL know and have read alike for two years', async ({
  world,
}) => {
  const { rows } = await world.superuser.query<{ name: string; offsets: number[]; is_zone: boolean }>(
    `select z.name, core.is_zone(z.name), array_agg((extract(epoch from (t.at at time zone z.name) - (t.at at time zone 'UTC')) / 60)::integer order by t.at) as offsets
     from (select name from pg_timezone_names offset 0) z cross join unnest($1::timestamptz[]) t (at) group by z.name`,
    [NOONS.map((at) => new Date(at))],
  )
  const wrong = rows.flatMap(({ name, offsets, is_zone }) => {
    const isAgreed = agreed(name, offsets)
    // An older Node.js may lack the newest names.
    const isRight = isZone(name) === (isAgreed ?? false) && is_zone === ZONES.has(name)
    return isRight ? [] : { name, isAgreed, listed: ZONES.has(name), is_zone }
  })
  expect(wrong).toEqual([])
  expect(rows.length).toBeGreaterThan(500)
  for (const zone of BAD) expect([zone, isZone(zone)]).toEqual([zone, false])
  for (const zone of GOOD) expect([zone, isZone(zone)]).toEqual([zone, true])
})

test('no call accepts another zone, and the database none from anyone', async ({
  world,
  api,
  site,
  admin,
  callApi,
}) => {
  const headers = await api.signIn(site, admin)
  for (const timezone of BAD) {
    const answer = await callApi('PUT', '/organisations/current', headers, { timezone })
    expect([timezone, answer.status, answer.body]).toEqual([timezone, 400, { timezone: ['Not a time zone.'] }])
    await expect(
      createSite({ pool: world.pool('platform'), now: world.clock.now() }, { slug: 'other', name: 'Other', timezone }),
    ).rejects.toThrow('Not a time zone such as Europe/London.')
    await expect(world.superuser.query('update core.sites set timezone = $1', [timezone])).rejects.toMatchObject({
      constraint: 'sites_timezone',
    })
  }
  for (const timezone of GOOD)
    expect((await callApi('PUT', '/organisations/current', headers, { timezone })).status).toBe(200)
})

test('operators are told of a zone that the program and its database read differently', async ({ world }) => {
  const read = (zones: string[], now: string) =>
    world.withSite(0 as never, (db) => readZoneDifferences(db, zones, new Date(now)))
  // PostgreSQL reads MET with summer time, Temporal without: the same in winter, and an hour apart from the last Sunday
  // of March.
  expect(await read(['Europe/London', 'MET'], '2026-12-01T09:00Z')).toEqual([
    { zone: 'MET', day: '2027-03-28', lasting: true },
  ])
  expect(await read(['MET'], '2027-07-01T09:00Z')).toEqual([{ zone: 'MET', day: '2027-03-28', lasting: true }])
  expect(await read(['CAT', 'UTC'], '2026-12-01T09:00Z')).toEqual([{ zone: 'CAT', day: null, lasting: true }])
})
