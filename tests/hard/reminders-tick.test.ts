import { expect } from 'vitest'
import { test } from '#tests/support/messages/deliveries.ts'
import { makeRoster, messagingFor } from '#tests/support/messages/messaging.ts'

test('a tick over many shifts reads the due ones by index, not all', async ({ deliveries }) => {
  // The second tick is a week before one of them, and a day before another.
  const [total, seconds] = process.env.PROOF ? [1_000_000, 30] : [2_500, 240]
  await deliveries.world.superuser.query('delete from core.shifts')
  const rosters = await Promise.all(
    Array.from({ length: 20 }, () => makeRoster(deliveries.world, { site: { sms_enabled: false } })),
  )
  const column = (values: number[]) => `{${values}}`
  await deliveries.world.superuser.query(
    `insert into core.shifts (site_id, event, person, start, "end", draft, assigned_at)
     select ($1::bigint[])[i % 20 + 1], ($2::bigint[])[i % 20 + 1], ($3::bigint[])[i % 20 + 1], t, t + interval '3 hours', '2027-01-01', '2027-01-01'
     from (select i, timestamptz '2027-06-16T09:00:30Z' + (i - $4 / 2) * make_interval(secs => $5) as t from generate_series(1, $4::int) i) q`,
    [
      column(rosters.map((r) => r.site.id)),
      column(rosters.map((r) => r.event)),
      column(rosters.map((r) => r.person.id)),
      total,
      seconds,
    ],
  )
  await deliveries.world.superuser.query('analyze core.shifts, core.sites, core.people')
  const { messaging } = messagingFor(deliveries.world, {
    write: () => ({ to: 'x', subject: 's', text: '', html: '', headers: {}, attachments: [] }),
  })
  const tick = async (at: string) => {
    deliveries.world.clock.set(new Date(at))
    const begun = performance.now()
    const planned = await messaging.plan()
    return { queued: planned.queued, ms: performance.now() - begun }
  }
  // The first tick reads every shift, the second only those that are due.
  const first = await tick('2027-06-12T09:00:00Z')
  const waiting = "select count(*)::int as n from core.dues where look_at <= '2027-06-12T09:00:30Z'"
  const { rows } = await deliveries.world.superuser.query<{ n: number }>(waiting)
  await deliveries.world.superuser.query('analyze core.dues')
  const { rows: plan } = await deliveries.world.superuser.query(`explain ${waiting}`)
  expect(JSON.stringify(plan)).toContain('dues_next')
  const second = await tick('2027-06-12T09:00:30Z')
  console.log(
    `planner: ${total} shifts; the first tick ${first.ms.toFixed(0)} ms, the next, of ${rows[0]!.n}, ${second.ms.toFixed(0)} ms`,
  )
  expect(rows[0]!.n).toBe(2)
  expect(second.queued).toBe(2)
})
