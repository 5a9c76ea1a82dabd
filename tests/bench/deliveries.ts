import pg from 'pg'
import { Registry } from 'prom-client'
import { createMetrics } from '#server/deliveries/metrics.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { planReminders } from '#server/reminders/planner.ts'
import { bareSender } from './bare-sender.ts'
import { dueHours, rewindPlanner } from './due.ts'
import { inTurns, report } from './load.ts'
import type { Bench } from './rig.ts'
import { createSenders } from './senders.ts'

/**
 * Messages per second of the real senders, against a loop that claims 20 rows, calls the same provider and marks them.
 */
export const deliveries: Bench = async ({ scale, dataset, provider }) => {
  const data = await dataset('many')
  const { endpoint } = await provider()
  const log = createLog({ level: 'warn' })
  const pool = createPool({ connectionString: data.url, role: 'worker', max: 8, log })
  const client = new pg.Client({ connectionString: data.superuserUrl })
  await client.connect()
  const hours = await dueHours(client, scale.sentHours)
  const clock = createClock()
  clock.set(hours.at(-1)!)
  const product = createSenders({ pool, clock, log }, endpoint)
  const bare = bareSender(data.superuserUrl, endpoint)
  const metrics = createMetrics(new Registry())
  const rateOf =
    ({ send }: { send(): Promise<unknown> }) =>
    async () => {
      await rewindPlanner(client, new Date(hours[0]!.getTime() - 60_000))
      const { queued } = await planReminders({ pool, log, metrics }, { now: clock.now() })
      await client.query('analyze core.deliveries')
      const begun = performance.now()
      await send()
      const seconds = (performance.now() - begun) / 1000
      const { rows } = await client.query<{ sent: number }>(
        "select count(*)::int as sent from core.deliveries where state = 'sent'",
      )
      if (!queued || rows[0]?.sent !== queued) throw new Error(`${rows[0]?.sent} of ${queued} messages were sent.`)
      return queued / seconds
    }
  try {
    for (const side of [product, bare]) await rateOf(side)()
    const pairs = await inTurns(scale, rateOf(product), rateOf(bare))
    for (const [ours, theirs] of pairs)
      console.log(`deliveries: product ${ours.toFixed(0)} messages/s, bare ${theirs.toFixed(0)} messages/s`)
    report(
      'deliveries',
      pairs.map(([ours, theirs]) => ours / theirs),
    )
  } finally {
    await product.close()
    await client.query('truncate core.deliveries cascade')
    await Promise.all([client.end(), pool.end(), bare.close()])
  }
}
