import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, Migrator, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrations } from '#migrations/index.ts'
import { migrateQueue } from '#server/engine/kernel/queue/postgres.ts'

declare const SQL_FOLDER: string
/** Holds the SQL files of `server`: the build copies them beside its code. */
const FOLDER = typeof SQL_FOLDER === 'string' ? SQL_FOLDER : '.'
const MIGRATION_TABLE = 'watchbill_migration'

type SqlFile = { name: string; text: string }

/** The files of functions, triggers and views, in the order of their paths. */
export const readFunctions = (): SqlFile[] =>
  readdirSync(path.resolve(FOLDER, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => `server/${file.split(path.sep).join('/')}`)
    .sort()
    .map((name) => ({ name, text: readFileSync(path.resolve(FOLDER, name), 'utf8') }))

/**
 * Migrates the database as `watchbill_migrator`, each migration in its own transaction with a lock timeout of one second, so
 * that a busy table delays the migration and not the users; then the changed files of functions. Tries five times.
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
      if (!last) {
        await applyFunctions(connectionString, readFunctions())
        await migrateQueue(connectionString)
      }
      return (results ?? []).filter((r) => r.status === 'Success').map((r) => r.migrationName)
    }
    if (attempt === 5 || (error as { code?: string }).code !== '55P03') throw error
    await pause(500 * attempt)
  }
}

/**
 * Applies the files whose text has changed since they were applied last, in one transaction. Their order is free: bodies are checked when
 * they run.
 * @returns the names of the files.
 */
export async function applyFunctions(connectionString: string, files: readonly SqlFile[]): Promise<string[]> {
  const client = new pg.Client({ connectionString, options: '-c role=watchbill_migrator -c lock_timeout=1000' })
  await client.connect()
  try {
    await client.query(
      `begin; set local check_function_bodies = off;
       create table if not exists platform.functions (file text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ file: string; sha256: string }>('select file, sha256 from platform.functions')
    const known = new Map(rows.map(({ file, sha256 }) => [file, sha256]))
    const changed = files
      .map((file) => ({ ...file, sha256: createHash('sha256').update(file.text).digest('hex') }))
      .filter(({ name, sha256 }) => known.get(name) !== sha256)
    for (const { name, text, sha256 } of changed) {
      await client.query(text)
      await client.query(
        `insert into platform.functions (file, sha256) values ($1, $2)
         on conflict (file) do update set sha256 = excluded.sha256, applied_at = now()`,
        [name, sha256],
      )
    }
    await client.query('delete from platform.functions where file <> all ($1)', [files.map(({ name }) => name)])
    await client.query('commit')
    return changed.map(({ name }) => name)
  } finally {
    await client.end()
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
