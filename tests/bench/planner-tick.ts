import pg from 'pg'
import { Registry } from 'prom-client'
import { createMetrics } from '#server/deliveries/metrics.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { planReminders } from '#server/reminders/planner.ts'
import type { Dataset } from './dataset.ts'
import { dueHours, rewindPlanner } from './due.ts'
import { median } from './figures.ts'
import { report } from './load.ts'
import type { Bench } from './rig.ts'
import type { Scale } from './scale.ts'

const TICK_MS = 120_000

/**
 * Compares a tick over all shifts with a tick over a fifth of them that contains every near one. The same reminders
 * fall due, so both should cost the same.
 */
export const plannerTick: Bench = async ({ scale, dataset }) => {
  const open = [await openTicks(scale, await dataset('many')), await openTicks(scale, await dataset('near'))] as const
  try {
    const [all, near] = open
    for (const { explain } of open) console.log(`planner-tick: ${await explain()}`)
    const ratios: number[] = []
    const times: [number, number][] = []
    for (let hour = 0; hour < scale.plannedHours; hour++) {
      const [large, small] = [await all.tick(hour), await near.tick(hour)]
      if (!large.queued || large.queued !== small.queued)
        throw new Error(`Not the same reminders fell due: ${large.queued} and ${small.queued}.`)
      // The first tick of a connection makes its plans.
      if (hour === 0) continue
      ratios.push(small.ms / large.ms)
      times.push([large.ms, small.ms])
    }
    const [large, small] = [0, 1].map((i) => median(times.map((pair) => pair[i as 0 | 1])).toFixed(1))
    console.log(
      `planner-tick: a tick that queues takes ${large} ms over ${all.shifts} shifts, ${small} ms over ${near.shifts}`,
    )
    report('planner-tick', ratios)
  } finally {
    for (const { close } of open) await close()
  }
}

async function openTicks({ plannedHours, keepsGoals }: Scale, data: Dataset) {
  const log = createLog({ level: 'warn' })
  const pool = createPool({ connectionString: data.url, role: 'worker', max: 1, log })
  const metrics = createMetrics(new Registry())
  const client = new pg.Client({ connectionString: data.superuserUrl })
  await client.connect()
  const hours = await dueHours(client, plannedHours)
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from core.shifts')
  return {
    shifts: rows[0]!.count,
    tick: async (hour: number) => {
      const at = hours[hour]!
      await rewindPlanner(client, new Date(at.getTime() - TICK_MS))
      const begun = performance.now()
      const { queued } = await planReminders({ pool, log, metrics }, { now: at })
      return { queued, ms: performance.now() - begun }
    },
    /** The index that a tick reads, and the number of rows. @throws when it reads the table. */
    explain: async () => {
      const at = hours[0]!
      await rewindPlanner(client, new Date(at.getTime() - TICK_MS))
      await client.query('analyze core.dues')
      const { rows: plans } = await client.query(
        `explain (analyze, format json) select s.id, r.* from (select site_id, id from core.dues where look_at <= $1 order by look_at, site_id, id limit 2000) d
           join core.shifts s on s.site_id = d.site_id and s.id = d.id cross join lateral core.reminders_of(s) r`,
        [at],
      )
      const nodes = flatten(plans[0]['QUERY PLAN'][0].Plan)
      const scans = nodes.filter((node) => node['Relation Name'] === 'shifts')
      if (keepsGoals && scans.some((node) => node['Node Type'] === 'Seq Scan'))
        throw new Error('A tick reads the whole table of shifts.')
      const read = scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
      const indexes = new Set(
        nodes.flatMap((node) => (/^(dues|shifts)/.test(node['Index Name'] ?? '') ? [node['Index Name']] : [])),
      )
      return `${rows[0]!.count} shifts: ${read} rows read by index ${[...indexes].join(', ')}`
    },
    close: async () => {
      await client.query('truncate core.deliveries cascade')
      await client.end()
      await pool.end()
    },
  }
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)]
