import { expect } from 'vitest'
import { test } from '#tests/support/messages/deliveries.ts'
import { makeRoster, messagingFor } from '#tests/support/messages/messaging.ts'

test('a tick over many shifts reads what is due by index, not what exists', async ({ deliveries }) => {
  const total = process.env.PROOF ? 1_000_000 : 20_000
  await deliveries.world.superuser.query('delete from core.shifts')
  const rosters = await Promise.all(
    Array.from({ length: 20 }, () => makeRoster(deliveries.world, { site: { sms_enabled: false } })),
  )
  const column = (values: number[]) => `{${values}}`
  await deliveries.world.superuser.query(
    `insert into core.shifts (site_id, event, person, start, "end", draft, assigned_at)
     select ($1::bigint[])[i % 20 + 1], ($2::bigint[])[i % 20 + 1], ($3::bigint[])[i % 20 + 1], t, t + interval '3 hours', '2027-01-01', '2027-01-01'
     from (select i, timestamptz '2027-06-16T09:00:30Z' + (i - $4 / 2) * interval '30 seconds' as t from generate_series(1, $4::int) i) q`,
    [
      column(rosters.map((r) => r.site.id)),
      column(rosters.map((r) => r.event)),
      column(rosters.map((r) => r.person.id)),
      total,
    ],
  )
  await deliveries.world.superuser.query('analyze core.shifts, core.sites, core.people')
  const { rows } = await deliveries.world.superuser.query(
    "explain (analyze, format json) select * from core.due_reminders(timestamptz '2027-06-12T08:50:00Z', timestamptz '2027-06-12T09:00:30Z')",
  )
  type Plan = {
    'Node Type': string
    'Relation Name'?: string
    'Index Name'?: string
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    Plans?: Plan[]
  }
  const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)]
  const nodes = flatten(rows[0]['QUERY PLAN'][0].Plan)
  const scans = nodes.filter((node) => node['Relation Name'] === 'shifts')
  expect(scans.map((node) => node['Node Type']).filter((type) => !/Index|Bitmap/.test(type))).toEqual([])
  expect(scans.map((node) => node['Index Name'])).toContain('shifts_due')
  const read = scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
  // 120 shifts an hour: 6 hours for the emails of each kind, 31 for an SMS, which may be pulled forward by a day.
  expect(read).toBeLessThan(10_000)
  const { messaging } = messagingFor(deliveries.world, {
    write: () => ({ to: 'x', subject: 's', text: '', html: '', headers: {}, attachments: [] }),
  })
  await deliveries.world.superuser.query(
    "insert into platform.settings (name, value) values ('reminders_planned', to_jsonb(timestamptz '2027-06-12T09:00:00Z'))",
  )
  deliveries.world.clock.set(new Date('2027-06-12T09:00:30Z'))
  const begun = performance.now()
  const planned = await messaging.plan()
  const ms = performance.now() - begun
  console.log(
    `planner: ${total} shifts, ${read} rows read by index, ${planned.queued} queued and sent, tick ${ms.toFixed(0)} ms, plan ${rows[0]['QUERY PLAN'][0]['Execution Time']} ms`,
  )
  expect(planned.queued).toBe(42)
})
