import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import pg from 'pg'
import { Registry } from 'prom-client'
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
import { openCluster, SITES } from './dataset.ts'
import { dueHours, rewindPlanner } from './due.ts'
import { ROUNDS, report } from './load.ts'

/** How long the provider takes for a message: about what Amazon's takes from the same region. 0 measures the processor alone. */
const PROVIDER_MS = Number(process.env.BENCH_PROVIDER_MS ?? 50)
const HOURS = 3
const UNLIMITED = { perSecond: 1e6, burst: 1e6 }

/** Messages a second of the real senders against a loop that claims 20 rows, calls the same provider and marks them. */
export async function deliveries(): Promise<void> {
  const cluster = await openCluster()
  const data = await cluster.dataset(SITES)
  const provider = spawn(process.execPath, ['--import', 'tsx', 'tests/bench/provider.ts', String(PROVIDER_MS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const endpoint = await new Promise<string>((resolve) =>
    provider.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  )
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
    provider.kill()
    transport.close()
    await messaging.stop()
    await client.query('truncate core.deliveries cascade')
    await Promise.all([client.end(), pool.end(), bare.close()])
    await cluster.stop()
  }
}

type Row = { site_id: string; id: string; attempt_id: string }

/** The ceiling: three statements' worth of work, one fixed mail, no question whether it should still be sent. */
function bareSender(url: string, endpoint: string) {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const agent = new Agent({ keepAlive: true })
  const raw = Buffer.from(`Subject: You are on duty\r\n\r\n${'x'.repeat(3_000)}`).toString('base64')
  const call = (row: Row) =>
    new Promise<string>((resolve, reject) => {
      const form = new URLSearchParams({
        Action: 'SendRawEmail',
        'Destinations.member.1': 'p@example.test',
        'RawMessage.Data': raw,
        'Tags.member.1.Name': 'delivery_id',
        'Tags.member.1.Value': row.id,
      }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': form.length }
      request(endpoint, { method: 'POST', agent, headers }, async (res) => {
        const chunks: Buffer[] = []
        for await (const chunk of res) chunks.push(chunk as Buffer)
        const id = /<MessageId>(.*)<\/MessageId>/.exec(Buffer.concat(chunks).toString())?.[1]
        if (id) resolve(id)
        else reject(new Error(`The provider answered ${res.statusCode}.`))
      })
        .on('error', reject)
        .end(form)
    })
  const send = async () => {
    for (;;) {
      const { rows } = await pool.query<Row>({
        name: 'claim',
        text: `update core.deliveries d set state = 'sending', attempt_id = gen_random_uuid(), attempts = attempts + 1 from (
            select site_id, id from core.deliveries where state = 'queued' order by due_at limit 20 for update skip locked) q
          where d.site_id = q.site_id and d.id = q.id returning d.site_id, d.id, d.attempt_id`,
      })
      if (!rows.length) return
      const ids = await Promise.all(rows.map(call))
      await pool.query({
        name: 'mark',
        text: `update core.deliveries d set state = 'sent', provider_id = m.provider, sent_at = now()
          from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::text[]) m (site_id, id, attempt, provider)
          where d.site_id = m.site_id and d.id = m.id and d.attempt_id = m.attempt`,
        values: [rows.map((r) => r.site_id), rows.map((r) => r.id), rows.map((r) => r.attempt_id), ids],
      })
    }
  }
  return {
    send,
    close: async () => {
      agent.destroy()
      await pool.end()
    },
  }
}
