import pg from 'pg'
import { Registry } from 'prom-client'
import { createAnswerLinks } from '#server/answers/links/store.ts'
import { createMetrics } from '#server/deliveries/metrics.ts'
import { createNoticeWriter } from '#server/deliveries/texts/account/from-facts.ts'
import { writeShiftMessage } from '#server/deliveries/texts/shift/write.ts'
import { createSesTransport } from '#server/deliveries/transports/ses.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { readBulk } from '#server/messages/sending/deliver.ts'
import { createMessaging } from '#server/reminders/messaging.ts'
import { planReminders } from '#server/reminders/planner.ts'
import { bareSender } from './bare-sender.ts'
import { openCluster, SITES } from './dataset.ts'
import { dueHours, rewindPlanner } from './due.ts'
import { ROUNDS, report } from './load.ts'
import { startProvider } from './provider-process.ts'

const HOURS = 3
const UNLIMITED = { perSecond: 1e6, burst: 1e6 }

/** Messages a second of the real senders against a loop that claims 20 rows, calls the same provider and marks them. */
export async function deliveries(): Promise<void> {
  const cluster = await openCluster()
  const data = await cluster.dataset(SITES)
  const { endpoint, stop: stopProvider } = await startProvider()
  const log = createLog({ level: 'warn' })
  const pool = createPool({ connectionString: data.url, role: 'worker', max: 8, log })
  const client = new pg.Client({ connectionString: data.superuserUrl })
  await client.connect()
  const hours = await dueHours(client, HOURS)
  const clock = createClock()
  clock.set(hours.at(-1)!)
  const transport = createSesTransport({
    region: 'eu-west-1',
    endpoint,
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
    from: 'no-reply@watchbill.example',
  })
  const messaging = createMessaging({
    pool,
    clock,
    log,
    registry: new Registry(),
    transports: { email: transport, sms: transport },
    write: writeShiftMessage,
    writeNotice: createNoticeWriter('a secret of the benchmark'),
    readBulk,
    linkAnswers: createAnswerLinks('a secret of the benchmark'),
    readFile: async () => null,
    originOf: (site) => `https://${site.slug}.example`,
    rates: { email: UNLIMITED, sms: UNLIMITED },
  })
  const bare = bareSender(data.superuserUrl, endpoint)
  const metrics = createMetrics(new Registry())
  const rate = async (send: () => Promise<unknown>) => {
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
    for (const send of [() => messaging.drain(), bare.send]) await rate(send)
    const ratios: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const ours = await rate(() => messaging.drain())
      const theirs = await rate(bare.send)
      ratios.push(ours / theirs)
      console.log(`round ${round}: product ${ours.toFixed(0)} messages/s, bare ${theirs.toFixed(0)} messages/s`)
    }
    report('deliveries', ratios)
  } finally {
    stopProvider()
    transport.close()
    await messaging.stop()
    await client.query('truncate core.deliveries cascade')
    await Promise.all([client.end(), pool.end(), bare.close()])
    await cluster.stop()
  }
}
