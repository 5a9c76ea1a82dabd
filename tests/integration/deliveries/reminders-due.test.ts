import { Temporal } from 'temporal-polyfill'
import { expect } from 'vitest'
import { dueAt, messageDue } from '#server/deliveries/due.ts'
import { REMINDERS } from '#server/organisation/reminders-contract.ts'
import { test as base } from '#tests/support/fixture.ts'

const test = base
  /** Due times by PostgreSQL for (zone, start): both kinds, by email and by SMS. */
  .extend('byPostgres', { scope: 'file' }, ({ world }) => async (cases: Case[]): Promise<number[]> => {
    const { rows } = await world.superuser.query(
      `select extract(epoch from core.message_due(c.start, c.zone, k.days, k.channel, '20:00', '08:00'))::float8 * 1000 as due
     from unnest($1::text[], $2::timestamptz[]) with ordinality as c (zone, start, nr)
     cross join (values (1, 7, 'email'), (2, 7, 'sms'), (3, 1, 'email'), (4, 1, 'sms')) as k (nr, days, channel) order by c.nr, k.nr`,
      [cases.map((c) => c.zone), cases.map((c) => c.start)],
    )
    return rows.map((r: { due: number }) => r.due)
  })

const NIGHT = { quiet_start: '20:00', quiet_end: '08:00' }
const KINDS = REMINDERS.map(({ kind }) => kind)

/** Each zone with a clock change forward and one back: local times that exist never or twice. */
const CHANGES: [zone: string, forward: string, back: string][] = [
  ['Europe/London', '2027-03-28T01:30', '2027-10-31T01:30'],
  ['Europe/Dublin', '2027-03-28T01:15', '2027-10-31T01:45'],
  ['Europe/Lisbon', '2027-03-28T01:59', '2027-10-31T01:00'],
  ['Europe/Berlin', '2027-03-28T02:30', '2027-10-31T02:30'],
  ['Europe/Athens', '2027-03-28T03:30', '2027-10-31T03:30'],
  ['Australia/Sydney', '2027-10-03T02:30', '2027-04-04T02:30'],
  ['Australia/Adelaide', '2027-10-03T02:05', '2027-04-04T02:55'],
  ['Australia/Hobart', '2027-10-03T02:00', '2027-04-04T02:00'],
  ['Australia/Melbourne', '2027-10-03T02:59', '2027-04-04T02:59'],
  ['Australia/Lord_Howe', '2027-10-03T02:15', '2027-04-04T01:45'],
  ['Pacific/Auckland', '2027-09-26T02:30', '2027-04-04T02:30'],
  ['Pacific/Chatham', '2027-09-26T03:00', '2027-04-04T03:00'],
  ['America/New_York', '2027-03-14T02:30', '2027-11-07T01:30'],
  ['America/Los_Angeles', '2027-03-14T02:30', '2027-11-07T01:30'],
  ['America/St_Johns', '2027-03-14T02:30', '2027-11-07T01:30'],
  ['America/Havana', '2027-03-14T00:30', '2027-11-07T00:30'],
  ['America/Nuuk', '2027-03-27T23:30', '2027-10-30T23:30'],
  ['Asia/Beirut', '2027-03-28T00:30', '2027-10-30T23:30'],
  ['America/Santiago', '2027-09-05T00:30', '2027-04-03T23:30'],
  ['Atlantic/Azores', '2027-03-28T00:30', '2027-10-31T00:30'],
]

type Case = { zone: string; start: string }

const byTemporal = (cases: Case[]) =>
  cases.flatMap(({ zone, start }) =>
    KINDS.flatMap((kind) =>
      (['email', 'sms'] as const).map(
        (channel) => messageDue(Temporal.Instant.from(start), zone, kind, channel, NIGHT).epochMilliseconds,
      ),
    ),
  )

test('40 named clock changes: PostgreSQL and Temporal agree, and a skipped time never moves back', async ({
  byPostgres,
}) => {
  const cases = CHANGES.flatMap(([zone, ...walls]) =>
    walls.flatMap((wall) =>
      [1, 7].map((days) => {
        const later = Temporal.PlainDateTime.from(wall).add({ days })
        return { zone, start: later.toZonedDateTime(zone).toInstant().toString(), wall, days }
      }),
    ),
  )
  expect(CHANGES.flatMap(([, ...walls]) => walls)).toHaveLength(40)
  expect(await byPostgres(cases)).toEqual(byTemporal(cases))
  for (const { zone, start, wall, days } of cases) {
    const due = dueAt(Temporal.Instant.from(start), zone, days).toZonedDateTimeISO(zone).toPlainDateTime()
    expect(Temporal.PlainDateTime.compare(due, wall), `${zone} ${wall}`).toBeGreaterThanOrEqual(0)
  }
})

/** mulberry32, so that a failure is reproducible. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

test('random shifts: no difference', async ({ byPostgres }) => {
  const total = process.env.PROOF ? 10_000 : 400
  const next = random(7)
  const begin = Date.parse('2026-01-01T00:00Z')
  const cases = Array.from({ length: total }, () => ({
    zone: CHANGES[Math.floor(next() * CHANGES.length)]![0],
    start: new Date(begin + Math.floor(next() * 3 * 365 * 24 * 12) * 300_000).toISOString(),
  }))
  const [sql, temporal] = [await byPostgres(cases), byTemporal(cases)]
  const differences = sql.filter((due, i) => due !== temporal[i]).length
  expect(sql).toHaveLength(total * 4)
  expect(differences).toBe(0)
})

test('time zone data agrees between Node.js and PostgreSQL: 200 zones, every change of 2025 to 2030', async ({
  world,
}) => {
  const { rows } = await world.superuser.query(
    "select name from pg_timezone_names where name like '%/%' and name !~ '^(posix|Etc|SystemV)' order by name",
  )
  const supported = (zone: string) => {
    try {
      return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone) !== null
    } catch {
      return false
    }
  }
  const named: string[] = rows.map((r: { name: string }) => r.name).filter(supported)
  const step = named.length / 200
  const zones = [
    ...new Set([
      ...CHANGES.map(([zone]) => zone),
      ...Array.from({ length: 200 }, (_, i) => named[Math.floor(i * step)]!),
    ]),
  ]
  const from = Date.parse('2025-01-01T00:00Z')
  const probes = zones.flatMap((zone) => {
    const points: { zone: string; at: string }[] = []
    let cursor = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
    for (let i = 0; i < 12; i++) {
      const change = cursor.getTimeZoneTransition('next')
      if (!change || change.year > 2030) break
      points.push(...[-1, 0].map((s) => ({ zone, at: change.toInstant().add({ seconds: s }).toString() })))
      cursor = change
    }
    return [...points, { zone, at: new Date(from).toISOString() }]
  })
  const { rows: walls } = await world.superuser.query(
    `select to_char(p.at at time zone p.zone, 'YYYY-MM-DD"T"HH24:MI:SS') as wall from unnest($1::text[], $2::timestamptz[]) with ordinality as p (zone, at, nr) order by nr`,
    [probes.map((p) => p.zone), probes.map((p) => p.at)],
  )
  const different = probes.flatMap((p, i) => {
    const here = Temporal.Instant.from(p.at)
      .toZonedDateTimeISO(p.zone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' })
    return here === walls[i].wall ? [] : [{ zone: p.zone, at: p.at, here, there: walls[i].wall as string }]
  })
  if (different.length)
    console.warn(
      `Time zone data of Node (${process.versions.tz}) and PostgreSQL differ: ${[...new Set(different.map((d) => d.zone))]}`,
    )
  expect(zones.length).toBeGreaterThanOrEqual(200)
  expect(probes.length).toBeGreaterThan(1_000)
  // A machine may have two releases of the data: the zones of the product's countries and of the named cases must
  // agree; elsewhere one side may not know a country's newest decision.
  const mustAgree = new Set(CHANGES.map(([zone]) => zone))
  expect(different.filter((d) => mustAgree.has(d.zone) || /^Australia\//.test(d.zone))).toEqual([])
  expect(new Set(different.map((d) => d.zone)).size).toBeLessThanOrEqual(4)
})
