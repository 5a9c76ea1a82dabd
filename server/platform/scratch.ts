import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { migrate, prepareDatabase } from './migrate.ts'

const PREFIX = 'watchbill_verify_'

/**
 * Creates an empty, migrated database, hands its URL to `work` and drops it: on the server of an administrator with
 * CREATEDB, who is a member of the roles of infra/roles.sql, or on a bundled PostgreSQL of its own in `dir`. The next
 * call removes what a killed process left.
 * @throws while another process does so on that server.
 */
export async function withScratchDatabase<T>(
  { server, dir }: { server: string | undefined; dir: string },
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (server !== undefined) return withVerifyLock(server, (client) => inDatabase(client, server, work))
  await mkdir(path.dirname(dir), { recursive: true })
  const embedded = await startEmbedded({ dir, throwaway: true })
  const url = embedded.superuserUrl()
  return withVerifyLock(url, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const { data_directory } = rows[0]!
    try {
      await prepareDatabase(embedded.superuserUrl, 'postgres', randomBytes(24).toString('base64url'))
      return await inDatabase(client, url, work)
    } finally {
      await embedded.stop()
      await rm(data_directory, { recursive: true, force: true })
      await rm(`${data_directory}.secret`, { force: true })
    }
  })
}

/** Holds a lock of that server, so that two processes never verify there at once. */
const withVerifyLock = <T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(server, async (client) => {
    const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('watchbill.verify')) as locked`)
    if (!rows[0].locked) throw new Error('Another process is verifying a backup on this server.')
    return work(client)
  })

async function inDatabase<T>(client: pg.Client, server: string, work: (url: string) => Promise<T>): Promise<T> {
  const { rows } = await client.query(`select datname from pg_database where datname ~ '^${PREFIX}[0-9a-f]{12}$'`)
  for (const { datname } of rows) await client.query(`drop database ${datname}`)
  const name = `${PREFIX}${randomBytes(6).toString('hex')}`
  await client.query(`create database ${name} owner watchbill_migrator`)
  try {
    const url = new URL(server)
    url.pathname = `/${name}`
    await migrate(url.href)
    return await work(url.href)
  } finally {
    await client.query(`drop database ${name}`)
  }
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
