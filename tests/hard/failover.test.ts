import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { mintSecret } from '#server/engine/access/secrets.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/embedded.ts'
import { migrate, prepareDatabase } from '#server/platform/migrate.ts'
import { startLoad } from '#tests/support/load.ts'
import { emptyDataDir, startProduct } from '#tests/support/product.ts'
import { siteIdForTests } from '#tests/support/world.ts'

const PASSWORD = 'watchbill-tests'
/** Writes before the failover, and after it. */
const WRITES = process.env.PROOF ? 100 : 10

const SETTINGS = { wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on' }

const startServer = (dir: string) => startEmbedded({ dir, settings: SETTINGS })

async function asking<T>(server: EmbeddedPostgres, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.superuserUrl() })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Copies a running server as a streaming replica, and lets the server acknowledge nothing that it does not have. */
async function startReplica(primary: EmbeddedPostgres, from: string, dir: string): Promise<EmbeddedPostgres> {
  const { uid, gid } = statSync(from)
  const add = (name: string, text: string) => {
    writeFileSync(path.join(dir, name), text)
    chownSync(path.join(dir, name), uid, gid)
  }
  await asking(primary, async (client) => {
    await client.query("select pg_backup_start('replica', true)")
    execFileSync('cp', ['-a', from, dir])
    execFileSync('cp', ['-a', `${from}.secret`, `${dir}.secret`])
    rmSync(path.join(dir, 'postmaster.pid'))
    const { rows } = await client.query('select labelfile from pg_backup_stop()')
    add('backup_label', rows[0].labelfile)
  })
  add('standby.signal', '')
  appendFileSync(path.join(dir, 'postgresql.auto.conf'), `primary_conninfo = '${primary.superuserUrl()}'\n`)
  const replica = await startServer(dir)
  await asking(primary, async (client) => {
    const states = async () => (await client.query('select state from pg_stat_replication')).rows
    await expect.poll(states, { timeout: 60_000 }).toEqual([{ state: 'streaming' }])
    await client.query("alter system set synchronous_standby_names = '*'")
    await client.query('select pg_reload_conf()')
  })
  return replica
}

/** The name under which a managed database is reached: it leads to the primary of the moment. */
async function startAddress(first: number) {
  let port = first
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
      socket.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (other: number) => {
      port = other
      for (const socket of sockets) socket.destroy()
    },
  }
}

test.skipIf(!existsSync('build/server/index.js'))(
  'the failover to a streaming replica loses no acknowledged write, and the processes reconnect',
  { timeout: 400_000 },
  async () => {
    const dirs = ['primary', 'replica'].map((name) => emptyDataDir(`failover-${name}-${process.pid}`))
    const [first = '', second = ''] = dirs
    const primary = await startServer(first)
    onTestFinished(() => primary.stop())
    const url = new URL(await prepareDatabase(primary.superuserUrl, 'watchbill', PASSWORD))
    await migrate(url.href)
    const secret = mintSecret('wb', siteIdForTests(1))
    const inDatabase = async <T>(port: number, work: (client: pg.Client) => Promise<T>): Promise<T> => {
      const to = new URL(primary.superuserUrl('watchbill'))
      to.port = String(port)
      const client = new pg.Client({ connectionString: to.href })
      await client.connect()
      return work(client).finally(() => client.end())
    }
    await inDatabase(primary.port, async (client) => {
      await client.query(
        `insert into core.sites (id, slug, name, prefix, contact_name, contact_email) values (1, 'harbour', 'Harbour', 'HB', 'Office', 'office@example.org')`,
      )
      await client.query(
        `insert into core.apikeys (site_id, name, scope, prefix, key_hash) values (1, 'Load', 'write', $1, $2)`,
        [secret.slice(0, 9), hashSecret(secret)],
      )
    })
    const replica = await startReplica(primary, first, second)
    onTestFinished(() => replica.stop())
    const address = await startAddress(primary.port)
    url.host = `127.0.0.1:${address.port}`
    const product = await startProduct({
      ...{ dataDir: emptyDataDir(`failover-web-${process.pid}`), command: ['build/main.js', 'web'] },
      env: { DATABASE_URL: url.href, REDIS_URL: '', LOG_LEVEL: 'warn' },
    })
    onTestFinished(async () => void (await product.stop()))
    const load = startLoad(product.port, 'harbour.localhost', secret)
    await expect.poll(load.written, { timeout: 60_000 }).toBeGreaterThan(WRITES)

    process.kill(Number(readFileSync(path.join(first, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    await asking(replica, (client) => client.query('select pg_promote()'))
    const before = load.written()
    address.leadTo(replica.port)
    await expect.poll(load.written, { timeout: 60_000 }).toBeGreaterThan(before + WRITES)

    const heard = await load.stop()
    const kept = await inDatabase(replica.port, (client) => client.query('select name from core.locations'))
    const names = kept.rows.map(({ name }) => name as string)
    const acknowledged = heard.flatMap(({ status, name }) => (status === 201 && name !== null ? name : []))
    expect(acknowledged.filter((name) => !names.includes(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    const refused = heard.filter(({ status }) => status >= 400 || status === 0).length
    console.info(`${heard.length} requests, ${refused} refused, ${acknowledged.length} writes: none lost`)
  },
)
