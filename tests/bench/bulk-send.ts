import pg from 'pg'
import { Registry } from 'prom-client'
import { createAnswerLinks } from '#server/answers/links/store.ts'
import { createNoticeWriter } from '#server/deliveries/texts/account/from-facts.ts'
import { writeShiftMessage } from '#server/deliveries/texts/shift/write.ts'
import { createSesTransport } from '#server/deliveries/transports/ses.ts'
import { DEFAULT_SETTINGS } from '#server/engine/access/actor.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { sendMessage } from '#server/messages/sending/commands.ts'
import { readBulk } from '#server/messages/sending/deliver.ts'
import { createProductCollections } from '#server/registry.ts'
import { createMessaging } from '#server/reminders/messaging.ts'
import { bareSender } from './bare-sender.ts'
import { openCluster } from './dataset.ts'
import { ROUNDS, report } from './load.ts'
import { startProvider } from './provider-process.ts'

const RECIPIENTS = Number(process.env.BENCH_RECIPIENTS ?? 3_000)
const UNLIMITED = { perSecond: 1e6, burst: 1e6 }
const PARAGRAPH =
  'We meet at the jetty at nine, and whoever brings a warm coat and a flask of tea is the friend of all. '
const BODY = `# Hello {{person.first_name|sailor}}\n\n${PARAGRAPH.repeat(6)}\n\n{{site.name}} **thanks** you, {{person.name}}.\n\n${PARAGRAPH.repeat(6)}`
const HTML = `<h1>Hello {{person.first_name|sailor}}</h1><p>${PARAGRAPH.repeat(6)}</p><p>{{site.name}} <strong>thanks</strong> you, {{person.name}}.</p><p>${PARAGRAPH.repeat(6)}</p>`

/** Emails a second of a message to many against a loop that claims 20 rows, calls the same provider and marks them. */
export async function bulkSend(): Promise<void> {
  const cluster = await openCluster()
  const data = await cluster.wide()
  const { endpoint, stop: stopProvider } = await startProvider()
  const log = createLog({ level: 'warn' })
  const pool = createPool({ connectionString: data.url, role: 'worker', max: 8, log })
  const client = new pg.Client({ connectionString: data.superuserUrl, options: '-c search_path=core -c app.site_id=1' })
  await client.connect()
  await client.query('update sites set mail_per_day = 1e6, mail_per_month = 1e7')
  await client.query(`update people set tags = case when id <= $1 then '{bulk}'::text[] else '{}' end`, [RECIPIENTS])
  const clock = createClock()
  const site = await createResolveSite(pool, clock)('bench-1')
  if (!site) throw new Error('The data set has no site.')
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
    originOf: ({ slug }) => `https://${slug}.example`,
    rates: { email: UNLIMITED, sms: UNLIMITED },
  })
  const bare = bareSender(data.superuserUrl, endpoint)
  const collections = createProductCollections()
  const withSite = createWithSite(pool)
  const person = { id: 1, account_id: null, name: 'Admin', email: '', avatar: null }
  const actor = {
    kind: 'person' as const,
    person: { ...person, access_role: 'admin' as const, settings: DEFAULT_SETTINGS },
    session: 0,
    viewAsUser: false,
    impersonator: null,
  }
  /** Stores a message and its deliveries, due now. */
  const store = async () => {
    await client.query('truncate deliveries cascade')
    const { rows } = await client.query<{ id: string }>(
      `insert into messages (subject, body, audience) values ('Season opens at {{site.name}}', $1, '{"tags": ["bulk"]}') returning id`,
      [BODY],
    )
    const id = Number(rows[0]?.id)
    await withSite(
      mintSiteId(1),
      (db) => sendMessage({ db, site, actor, clock, log, wake: () => {} }, collections, id, {}),
      {
        access: 'write',
      },
    )
    await client.query('update messages set rendered_html = $1, renderer = 1000 where id = $2', [HTML, id])
    await client.query("update deliveries set due_at = now() where state = 'queued'")
    await client.query('analyze deliveries')
  }
  const rate = async (send: () => Promise<unknown>) => {
    await store()
    const begun = performance.now()
    await send()
    const seconds = (performance.now() - begun) / 1000
    const { rows } = await client.query<{ sent: number }>(
      "select count(*)::int as sent from deliveries where state = 'sent'",
    )
    if (rows[0]?.sent !== RECIPIENTS) throw new Error(`${rows[0]?.sent} of ${RECIPIENTS} messages were sent.`)
    return RECIPIENTS / seconds
  }
  try {
    for (const send of [() => messaging.drain(), bare.send]) await rate(send)
    const ratios: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const ours = await rate(() => messaging.drain())
      const theirs = await rate(bare.send)
      ratios.push(ours / theirs)
      console.log(`round ${round}: product ${ours.toFixed(0)} emails/s, bare ${theirs.toFixed(0)} emails/s`)
    }
    report('bulk-send', ratios)
  } finally {
    stopProvider()
    transport.close()
    await messaging.stop()
    await client.query('truncate deliveries, messages cascade')
    await Promise.all([client.end(), pool.end(), bare.close()])
    await cluster.stop()
  }
}
