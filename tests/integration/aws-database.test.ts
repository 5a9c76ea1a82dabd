import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/engine/kernel/config.ts'
import { createPool, type DatabaseRole } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/embedded.ts'
import { migrate, pendingMigrations } from '#server/platform/migrate.ts'
import { openDatabase } from '#server/platform/start-database.ts'

const LOGINS = ['app', 'worker', 'auth', 'platform'] as const
type Urls = Record<string, string>

const log = createLog({ level: 'silent' })

/** A server of its own, since roles and passwords are of the whole server. */
let server: EmbeddedPostgres
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'watchbill-aws-'))
  server = await startEmbedded({ dir: path.join(folder, 'postgres'), throwaway: true })
  const client = new pg.Client({ connectionString: server.superuserUrl() })
  await client.connect()
  // As on Amazon RDS: no superuser.
  await client.query("create role master login createrole createdb password 'of-master'")
  await client.end()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

function urlsOf(generation: string): Urls {
  const url = (username: string, password: string) =>
    Object.assign(new URL(server.superuserUrl('watchbill')), { username, password }).toString()
  const logins = LOGINS.map((role) => [nameOf(role), url(`watchbill_${role}_login`, `${role}-${generation}`)])
  return { ...Object.fromEntries(logins), DATABASE_MIGRATE_URL: url('watchbill', `migrate-${generation}`) }
}

const nameOf = (role: string) => `DATABASE_${role.toUpperCase()}_URL`

/** Runs the script as the container of the task does. */
const prepare = (urls: Urls) =>
  promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', readFileSync('infra/aws/prepare-database.mjs', 'utf8')],
    {
      env: {
        ...{ PATH: process.env.PATH, PGHOST: '127.0.0.1', PGPORT: String(server.port) },
        ...{ PGUSER: 'master', PGPASSWORD: 'of-master' },
        ...urls,
        NODE_ENV: 'production',
      },
    },
  )

async function roleOf(connectionString: string, role: DatabaseRole) {
  const pool = createPool({ connectionString, role, max: 1, log })
  try {
    const client = await pool.connect()
    const { rows } = await client.query('select current_user as role, session_user as login')
    client.release()
    return rows[0]
  } finally {
    await pool.end()
  }
}

test('the administrator of a managed server prepares it, and every process connects with its own login only', async () => {
  const urls = urlsOf('one')
  await prepare(urls)
  await migrate(urls.DATABASE_MIGRATE_URL!)
  expect(await pendingMigrations(urls.DATABASE_PLATFORM_URL!)).toEqual([])
  for (const role of LOGINS) {
    const config = readConfig({ NODE_ENV: 'test', [nameOf(role)]: urls[nameOf(role)] })
    const opened = await openDatabase(config, log)
    expect(opened.embedded).toBeNull()
    expect(await roleOf(opened.urls[role], role)).toEqual({
      role: `watchbill_${role}`,
      login: `watchbill_${role}_login`,
    })
  }
})

test('a second time changes nothing but the passwords', async () => {
  const [before, after] = [urlsOf('one'), urlsOf('two')] as const
  for (const urls of [before, after]) await prepare(urls)
  await expect(migrate(before.DATABASE_MIGRATE_URL!)).rejects.toThrow('password authentication failed')
  await migrate(after.DATABASE_MIGRATE_URL!)
  await expect(pendingMigrations(before.DATABASE_PLATFORM_URL!)).rejects.toThrow('password authentication failed')
  expect(await roleOf(after.DATABASE_APP_URL!, 'app')).toMatchObject({ role: 'watchbill_app' })
})
