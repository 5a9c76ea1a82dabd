import pg from 'pg'
import { DEFAULT_SETTINGS } from '#server/engine/access/actor.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { sendMessage } from '#server/messages/sending/commands.ts'
import { createProductCollections } from '#server/registry.ts'
import { bareSender } from './bare-sender.ts'
import { inTurns, report } from './load.ts'
import type { Bench } from './rig.ts'
import { createSenders } from './senders.ts'

const PARAGRAPH =
  'We meet at the jetty at nine, and whoever brings a warm coat and a flask of tea is the friend of all. '
const BODY = `# Hello {{person.first_name|sailor}}\n\n${PARAGRAPH.repeat(6)}\n\n{{site.name}} **thanks** you, {{person.name}}.\n\n${PARAGRAPH.repeat(6)}`
const HTML = `<h1>Hello {{person.first_name|sailor}}</h1><p>${PARAGRAPH.repeat(6)}</p><p>{{site.name}} <strong>thanks</strong> you, {{person.name}}.</p><p>${PARAGRAPH.repeat(6)}</p>`

/**
 * Emails per second of a message to many, against a loop that claims 20 rows, calls the same provider and marks them.
 */
export const bulkSend: Bench = async ({ scale, dataset, provider }) => {
  const { recipients } = scale
  const data = await dataset('club')
  const { endpoint } = await provider()
  const log = createLog({ level: 'warn' })
  const pool = createPool({ connectionString: data.url, role: 'worker', max: 8, log })
  const client = new pg.Client({ connectionString: data.superuserUrl, options: '-c search_path=core -c app.site_id=1' })
  await client.connect()
  await client.query('update sites set mail_per_day = 1e6, mail_per_month = 1e7')
  await client.query(`update people set tags = case when id <= $1 then '{bulk}'::text[] else '{}' end`, [recipients])
  const clock = createClock()
  const site = await createResolveSite(pool, clock)('bench-1')
  if (!site) throw new Error('The data set has no site.')
  const product = createSenders({ pool, clock, log }, endpoint)
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
  const rateOf =
    ({ send }: { send(): Promise<unknown> }) =>
    async () => {
      await store()
      const begun = performance.now()
      await send()
      const seconds = (performance.now() - begun) / 1000
      const { rows } = await client.query<{ sent: number }>(
        "select count(*)::int as sent from deliveries where state = 'sent'",
      )
      if (rows[0]?.sent !== recipients) throw new Error(`${rows[0]?.sent} of ${recipients} messages were sent.`)
      return recipients / seconds
    }
  try {
    for (const side of [product, bare]) await rateOf(side)()
    const pairs = await inTurns(scale, rateOf(product), rateOf(bare))
    for (const [ours, theirs] of pairs)
      console.log(`bulk-send: product ${ours.toFixed(0)} emails/s, bare ${theirs.toFixed(0)} emails/s`)
    report(
      'bulk-send',
      pairs.map(([ours, theirs]) => ours / theirs),
    )
  } finally {
    await product.close()
    await client.query('truncate deliveries, messages cascade')
    await Promise.all([client.end(), pool.end(), bare.close()])
  }
}
