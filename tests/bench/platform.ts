import { rmSync } from 'node:fs'
import pg from 'pg'
import { Registry } from 'prom-client'
import { claimDeliveries } from '#server/deliveries/claim.ts'
import { createMetrics } from '#server/deliveries/metrics.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createPool, type DatabaseRole } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { createDiskStorage } from '#server/engine/kernel/storage/disk.ts'
import { backup } from '#server/platform/backup.ts'
import { migrate } from '#server/platform/migrate.ts'
import { withScratchDatabase } from '#server/platform/scratch.ts'
import { verifyBackup } from '#server/platform/verify.ts'
import { planReminders } from '#server/reminders/planner.ts'
import { emptyDataDir, freePort, startProduct } from '../support/product.ts'
import { waitUntil } from '../support/waiting.ts'
import { type Dataset, shiftsOf } from './dataset.ts'
import { rewindPlanner } from './due.ts'
import { median } from './figures.ts'
import { resident } from './memory.ts'
import type { Bench, Rig } from './rig.ts'
import { p99Ratios } from './shifts-list.ts'

const log = createLog({ level: 'warn' })
const [SECOND, DAY] = [1_000, 86_400_000]
const PLANNERS = 4
const CLAIMED_AT_ONCE = 20
const UNLIMITED = { perSecond: 1e6, burst: 1e6 }

/** What one ordinary machine carries: 10,000 clubs of 200 people. A missed goal fails the run at full scale. */
export const platform: Bench = async (rig) => {
  const { scale } = rig
  const [data, few] = [await rig.dataset('platform'), await rig.dataset('hamlet')]
  const client = new pg.Client({ connectionString: data.superuserUrl })
  await client.connect()
  const missed: string[] = []
  /** Prints a line of the table. @param goal the maximum. */
  const tell = (what: string, figure: number, unit: string, goal?: number) => {
    const text = `${figure.toFixed(unit === '' ? 2 : figure < 10 ? 1 : 0)}${unit && ` ${unit}`}`
    console.log(`scale: ${what} ${text}${goal === undefined ? '' : ` (at most ${goal})`}`)
    if (goal !== undefined && figure > goal) missed.push(`${what}: ${text}`)
  }
  try {
    console.log(`scale: ${data.sites} sites, ${data.sites * data.people} people, ${data.sites * shiftsOf(data)} shifts`)
    const idle = await idleTick(client, data, scale.idleTicks)
    tell(`idle tick with ${idle.waiting} shifts in its windows`, idle.ms, 'ms', 200)
    const backlog = await planBacklog(client, data)
    tell(`${backlog.queued} reminders due, planned by ${PLANNERS} workers`, backlog.ms / SECOND, 's', 60)
    tell('the longest portion of them', backlog.longest, 'ms', 1_000)
    tell(`claim of ${CLAIMED_AT_ONCE} messages`, await claim(data, scale.claims), 'ms', 10)
    for (const workers of scale.workers)
      tell(
        `messages a second with ${workers === 1 ? '1 worker' : `${workers} workers`}`,
        await send(rig, client, data, workers),
        '',
      )
    await client.query('truncate core.deliveries cascade')
    const web = await startWeb(rig, client, data)
    tell('start of web until it is ready', web.ms / SECOND, 's')
    tell('its memory then', web.memory, 'MB')
    tell('its connections then', web.connections, '')
    tell(`p99 of a list against ${few.sites} sites`, median(await p99Ratios(rig, data, few)), '', 1.3)
    const copied = await copy(data)
    tell('backup', copied.backup / SECOND, 's')
    tell('restore of it and comparison', copied.restore / SECOND, 's')
    tell('upgrade that makes every function again', (await upgrade(client, data)) / SECOND, 's')
  } finally {
    await client.query('truncate core.deliveries cascade')
    await client.end()
  }
  if (scale.keepsGoals && missed.length) throw new Error(`Goals were missed: ${missed.join('; ')}.`)
}

const poolOf = (data: Dataset, role: DatabaseRole, max = 1) =>
  createPool({ connectionString: data.url, role, max, log })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Ticks every 30 s within an hour in which nothing falls due. */
async function idleTick(client: pg.Client, data: Dataset, ticks: number) {
  const metrics = createMetrics(new Registry())
  const pool = poolOf(data, 'worker')
  const { rows } = await client.query<{ minute: Date }>(
    `select date_trunc('hour', now()) + (select start - date_trunc('hour', start) from core.shifts order by start desc limit 1) + interval '30 seconds' as minute`,
  )
  const from = rows[0]!.minute.getTime()
  await rewindPlanner(client, new Date(from))
  await client.query('analyze core.dues')
  const times: number[] = []
  try {
    for (let n = 1; n <= ticks; n++)
      times.push(await timed(() => planReminders({ pool, log, metrics }, { now: new Date(from + n * 30 * SECOND) })))
  } finally {
    await pool.end()
  }
  const { rows: dues } = await client.query<{ waiting: number }>('select count(*)::int as waiting from core.dues')
  return { ms: median(times), waiting: dues[0]!.waiting }
}

/** Plans what has fallen due while no worker ran for six days. */
async function planBacklog(client: pg.Client, data: Dataset) {
  const now = new Date()
  await rewindPlanner(client, now)
  await client.query(`update core.dues set look_at = $1`, [new Date(now.getTime() - 3_600_000)])
  await client.query(
    `update platform.settings set value = to_jsonb($1::timestamptz) where name = 'reminders_planned'`,
    [new Date(now.getTime() - 6 * DAY)],
  )
  await client.query('vacuum analyze core.dues')
  const metrics = createMetrics(new Registry())
  const portions: number[] = []
  const plan = async () => {
    const pool = poolOf(data, 'worker')
    let last: number | null = null
    const stopping = () => {
      const at = performance.now()
      if (last !== null) portions.push(at - last)
      last = at
      return false
    }
    const { queued } = await planReminders({ pool, log, metrics, stopping }, { now })
    await pool.end()
    return queued
  }
  let queued = 0
  const ms = await timed(async () => {
    const planned = await Promise.all(Array.from({ length: PLANNERS }, plan))
    queued = planned.reduce((sum, n) => sum + n, 0)
  })
  if (!queued) throw new Error('Nothing was planned.')
  await client.query('vacuum analyze core.deliveries')
  return { queued, ms, longest: Math.max(0, ...portions) }
}

async function claim(data: Dataset, claims: number): Promise<number> {
  const pool = poolOf(data, 'worker')
  const options = { channel: 'email', wanted: CLAIMED_AT_ONCE, rate: UNLIMITED, leaseMs: 60_000 } as const
  const times: number[] = []
  for (let n = 0; n < claims; n++) times.push(await timed(() => claimDeliveries(pool, { ...options, now: new Date() })))
  await pool.end()
  return median(times)
}

/** Messages a second of built workers, once all of them send. */
async function send({ provider, scale }: Rig, client: pg.Client, data: Dataset, workers: number): Promise<number> {
  const { endpoint } = await provider()
  const dir = emptyDataDir(`bench-workers-${process.pid}`)
  const start = async (n: number) => {
    const port = await freePort()
    const env = {
      ...{ DATABASE_URL: data.url, REDIS_URL: '', LOG_LEVEL: 'warn', METRICS_PORT: String(port), MAIL_RATE: '1000000' },
      ...{
        SES_REGION: 'eu-west-1',
        SES_ENDPOINT: endpoint,
        SES_ACCESS_KEY_ID: 'bench',
        SES_SECRET_ACCESS_KEY: 'bench',
      },
    }
    return startProduct({ dataDir: `${dir}/${n}`, port, command: ['build/worker.js'], env })
  }
  const sent = async () => {
    const { rows } = await client.query<{ sent: number }>(
      `select count(*)::int as sent from core.deliveries where state = 'sent'`,
    )
    return rows[0]!.sent
  }
  const before = await sent()
  const started = await Promise.all(Array.from({ length: workers }, (_, n) => start(n)))
  try {
    await waitUntil('the workers send', async () => (await sent()) > before, { withinMs: 120_000 })
    const from = await sent()
    const ms = await timed(() => new Promise((resolve) => setTimeout(resolve, scale.sendSeconds * SECOND)))
    return ((await sent()) - from) / (ms / SECOND)
  } finally {
    await Promise.all(started.map((worker) => worker.stop()))
    rmSync(dir, { recursive: true, force: true })
  }
}

async function startWeb({ product }: Rig, client: pg.Client, data: Dataset) {
  let pid = 0
  const ms = await timed(async () => {
    pid = (await product(data)).target.pid
  })
  const { rows } = await client.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return { ms, memory: resident(pid), connections: rows[0]!.connections }
}

async function copy(data: Dataset) {
  const dir = emptyDataDir(`bench-backup-${process.pid}`)
  const pool = poolOf(data, 'platform')
  const storage = createDiskStorage(`${dir}-files`)
  try {
    const made = await timed(() => backup({ pool, clock: createClock() }, dir))
    const restored = await timed(() =>
      withScratchDatabase({ server: data.superuserUrl, dir: `${dir}-scratch` }, async (connectionString) => {
        const scratch = createPool({ connectionString, role: 'platform', max: 1, log })
        const { problems } = await verifyBackup({ scratch, pool, storage }, dir).finally(() => scratch.end())
        if (problems.length) throw new Error(problems.join('\n'))
      }),
    )
    return { backup: made, restore: restored }
  } finally {
    await pool.end()
    for (const made of [dir, `${dir}-files`]) rmSync(made, { recursive: true, force: true })
  }
}

const upgrade = async (client: pg.Client, { url }: Dataset): Promise<number> => {
  await client.query('delete from platform.functions')
  return timed(() => migrate(url))
}
