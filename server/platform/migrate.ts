import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, Migrator, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrations } from '#migrations/index.ts'
import { migrateQueue } from '#server/engine/kernel/queue/postgres.ts'

const MIGRATION_TABLE = 'watchbill_migration'

/**
 * Migrates the database as `watchbill_migrator`, each migration in its own transaction with a lock timeout of one second, so
 * that a busy table delays the migration and not the users. Tries five times.
 * @param last the name of the migration to stop after; all unless given.
 * @returns the names of the migrations that ran.
 */
export async function migrate(connectionString: string, last?: string): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const pool = new pg.Pool({ connectionString, max: 2, options: '-c role=watchbill_migrator -c lock_timeout=1000' })
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      migrationTableSchema: 'platform',
      migrationTableName: MIGRATION_TABLE,
      migrationLockTableName: `${MIGRATION_TABLE}_lock`,
      // Areas number their migrations in separate ranges, so that a smaller number may come later.
      allowUnorderedMigrations: true,
    })
    const { error, results } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
    await db.destroy()
    if (!error) {
      if (!last) await migrateQueue(connectionString)
      return (results ?? []).filter((r) => r.status === 'Success').map((r) => r.migrationName)
    }
    if (attempt === 5 || (error as { code?: string }).code !== '55P03') throw error
    await pause(500 * attempt)
  }
}

/** Lists the migrations that have not run on the database. */
export async function pendingMigrations(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString, options: '-c role=watchbill_platform' })
  await client.connect()
  try {
    const { rows } = await client.query(`select name from platform.${MIGRATION_TABLE}`)
    const done = new Set(rows.map((r: { name: string }) => r.name))
    return Object.keys(migrations).filter((name) => !done.has(name))
  } finally {
    await client.end()
  }
}

/** Creates the roles of infra/roles.sql and the database, as the server's administrator. Repeating it changes nothing. */
export async function prepareDatabase(superuserUrl: (database?: string) => string, database: string, password: string) {
  await withClient(superuserUrl(), async (client) => {
    await client.query(readFileSync(path.resolve('infra/roles.sql'), 'utf8'))
    await client.query(`alter role watchbill password ${client.escapeLiteral(password)}`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)} owner watchbill_migrator`)
  })
  const url = new URL(superuserUrl(database))
  url.username = 'watchbill'
  url.password = password
  return url.toString()
}

async function withClient(connectionString: string, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
