import { Registry } from 'prom-client'
import { expect } from 'vitest'
import { createMetrics } from '#server/deliveries/metrics.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { planReminders } from '#server/reminders/planner.ts'
import { NOW, test } from '#tests/support/messages/deliveries.ts'
import type { makeRoster } from '#tests/support/messages/messaging.ts'
import { log, type World } from '#tests/support/world.ts'

/** 400,000 with PROOF=1. More than four portions, after which the first worker is stopped. */
const BACKLOG = process.env.PROOF ? 400_000 : 8_500
/** More than two portions. */
const STARTING = process.env.PROOF ? BACKLOG : 2_500
/** Less time than the whole backlog takes in one statement; a portion takes a third of it on a busy machine. */
const TIMEOUT_MS = process.env.PROOF ? 2_000 : 600

async function fillBacklog(
  world: World,
  { site, event, person }: Awaited<ReturnType<typeof makeRoster>>,
  shifts = BACKLOG,
) {
  await world.superuser.query(
    `insert into core.shifts (site_id, event, person, start, "end", draft, assigned_at)
     select $1, $2, $3, '2027-06-13T09:00Z', '2027-06-13T12:00Z', '2027-01-01', '2027-01-01' from generate_series(1, $4::int)`,
    [site.id, event, person.id, shifts],
  )
  await world.superuser.query('analyze core.shifts, core.sites, core.people')
}

function stopAfter(portions: number) {
  let left = portions
  return () => {
    left -= 1
    return left < 0
  }
}

const counts = async (world: World, site: { id: number }) =>
  (
    await world.superuser.query(
      "select count(*)::int as rows, count(distinct shift)::int as shifts from core.deliveries where site_id = $1 and kind = 'reminder.day'",
      [site.id],
    )
  ).rows[0] as { rows: number; shifts: number }

test('a backlog too large for one statement is planned in portions, each reminder once', async ({ world, roster }) => {
  await world.superuser.query('delete from core.shifts')
  await fillBacklog(world, roster)
  const pool = createPool({ connectionString: world.url, role: 'worker', max: 2, log, statementTimeoutMs: TIMEOUT_MS })
  const metrics = createMetrics(new Registry())
  try {
    const interrupted = await planReminders({ pool, log, metrics, stopping: stopAfter(4) }, { now: NOW })
    expect(interrupted.queued).toBeGreaterThan(0)
    expect(interrupted.queued).toBeLessThan(BACKLOG)
    expect((await counts(world, roster.site)).rows).toBe(interrupted.queued)
    const later = new Date(NOW.getTime() + 600_000)
    const patient = world.pool('worker')
    const rest = await Promise.all([1, 2].map(() => planReminders({ pool: patient, log, metrics }, { now: later })))
    expect(rest.reduce((sum, { queued }) => sum + queued, interrupted.queued)).toBe(BACKLOG)
    expect(await counts(world, roster.site)).toEqual({ rows: BACKLOG, shifts: BACKLOG })
    const again = await planReminders({ pool: patient, log, metrics }, { now: later })
    expect(again).toEqual({ queued: 0, missed: 0, skipped: 0 })
  } finally {
    await pool.end()
  }
})

test('a reminder whose shift starts during an interrupted round is missed and counted, never sent late', async ({
  world,
  roster,
}) => {
  await world.superuser.query('delete from core.shifts')
  await fillBacklog(world, roster, STARTING)
  const pool = world.pool('worker')
  const metrics = createMetrics(new Registry())
  const first = await planReminders({ pool, log, metrics, stopping: stopAfter(1) }, { now: NOW })
  const rest = await planReminders({ pool, log, metrics }, { now: new Date('2027-06-13T09:00:30Z') })
  expect(first.queued).toBeLessThan(STARTING)
  expect([first.queued + rest.missed, rest.queued]).toEqual([STARTING, 0])
})

test('300 waiting sites are served in turn, whatever the portion of a claim', async ({ world, deliveries, roster }) => {
  const sites = 300
  await world.superuser.query(
    `with made as (
       insert into core.sites (slug, name, timezone) select 'waiting-' || i || '-' || $1, 'Waiting', 'Europe/London' from generate_series(1, $2::int) i returning id),
     people as (
       insert into core.people (site_id, name, email, role, is_active) select id, 'Waits', 'waits-' || id || '@example.org', 'user', true from made returning site_id, id)
     insert into core.deliveries (site_id, person, kind, channel, due_at, state, facts)
       select site_id, id, 'account.password_changed', 'email', '2027-06-12T09:00Z', 'queued', '{}' from people, generate_series(1, 2)`,
    [roster.site.id, sites],
  )
  const claimed: number[] = []
  for (;;) {
    const rows = await deliveries.claim(20)
    if (!rows.length) break
    claimed.push(...rows.map(({ site_id }) => site_id))
    if (claimed.length === sites) break
  }
  expect(claimed).toHaveLength(sites)
  // Two wait at each site: no site gets its second before each has its first.
  expect(new Set(claimed).size).toBe(sites)
  while ((await deliveries.claim(20)).length);
  const { rows } = await world.superuser.query(
    "select count(*)::int as n from core.deliveries where state = 'queued' and channel = 'email'",
  )
  expect(rows).toEqual([{ n: 0 }])
})
