import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { opened } from '#server/engine/kernel/db/pooler.ts'
import { inTransaction as inPoolTransaction } from '#server/engine/kernel/db/transaction.ts'
import { migrateQueue } from '#server/engine/kernel/queue/postgres.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

declare const SQL_FOLDER: string
/** Holds `migrations/` and the SQL files of `server/`: the build copies them beside its code. */
const FOLDER = typeof SQL_FOLDER === 'string' ? SQL_FOLDER : '.'
const ATTEMPTS = 5
/** A lock that was not got in time, and a deadlock that another transaction won. */
const LOST_LOCKS = ['55P03', '40P01']
const BASELINE = '0001-baseline'
const REPLACED = { table: 'platform.watchbill_migration', count: 113, last: '0403-unpublished-in-events' }

type SqlFile = { name: string; text: string }

const sqlFiles = (folder: string) =>
  readdirSync(path.resolve(FOLDER, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`)
    .sort()

const readSql = (file: string) => readFileSync(path.resolve(FOLDER, file), 'utf8')

const migrationName = (file: string) => path.posix.basename(file, '.sql')

export const readMigrations = (): SqlFile[] =>
  sqlFiles('migrations').map((file) => ({ name: migrationName(file), text: readSql(file) }))

export const readFunctions = (): SqlFile[] => sqlFiles('server').map((name) => ({ name, text: readSql(name) }))

/**
 * Migrates the database as `watchbill_migrator`: each new migration in a transaction, then the changed functions in
 * one. Waits for another process that migrates it. A lock timeout of one second lets a busy table delay the migration
 * rather than the users; each transaction is tried five times.
 * @param deployment from which of the ranges of ids an empty database counts sites and accounts.
 * @returns the names of the migrations that ran.
 * @throws when a migration fails; those before it stay applied. When the database counts from another deployment.
 */
export async function migrate(
  connectionString: string,
  {
    migrations = readMigrations(),
    functions = readFunctions(),
    deployment,
  }: { migrations?: SqlFile[]; functions?: SqlFile[]; deployment?: number | undefined } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString, options: '-c role=watchbill_migrator' })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('watchbill.migrate'))")
    const ranReplaced = await checkReplaced(client)
    await client.query(BOOKKEEPING)
    if (ranReplaced) await stampBaseline(client)
    const pending = migrations.slice(await countApplied(client, migrations))
    if (deployment !== undefined && pending[0]?.name !== BASELINE) await requireDeployment(client, deployment)
    for (const migration of pending)
      await runMigration(client, migration.name === BASELINE ? counting(migration, deployment) : migration)
    await applyFunctions(client, functions)
    await migrateQueue(connectionString)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

const BOOKKEEPING = `
  set lock_timeout = '1s';
  create schema if not exists platform;
  create table if not exists platform.migrations (name text primary key, applied_at timestamptz not null default now());
  create table if not exists platform.functions (file text primary key, sha256 text not null, applied_at timestamptz not null default now());
  grant select on platform.migrations, platform.functions to watchbill_platform`

/** Whether the database ran the migrations that the baseline replaced. @throws when it ran only some of them. */
async function checkReplaced(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as found', [REPLACED.table])
  if (!rows[0].found) return false
  const { rowCount } = await client.query(`select from ${REPLACED.table}`)
  if (rowCount === REPLACED.count) return true
  throw new Error(
    `The database is too old for this version. First run the version whose last migration is ${REPLACED.last}.`,
  )
}

const stampBaseline = (client: pg.Client) =>
  inTransaction(client, async () => {
    await client.query('insert into platform.migrations (name) values ($1)', [BASELINE])
    await client.query(`drop table ${REPLACED.table}, ${REPLACED.table}_lock`)
  })

/** Ids of sites and accounts that a deployment has for itself. */
export const DEPLOYMENT_IDS = 1_000_000_000

/** Tables whose ids are unique in all deployments. */
export const COUNTED = ['core.sites', 'identity.accounts', 'identity.address_proofs', 'identity.passkeys']

/** The baseline, whose sites and accounts count from those of a deployment. */
const counting = ({ name, text }: SqlFile, deployment = 0): SqlFile => ({
  name,
  text: [
    text,
    ...COUNTED.map(
      (table) => `alter table ${table} alter column id set start with ${deployment * DEPLOYMENT_IDS + 1} restart;`,
    ),
  ].join('\n'),
})

/** @throws when the database counts from another deployment. */
async function requireDeployment(client: pg.Client, deployment: number): Promise<void> {
  const { rows } = await client.query<{ start: string }>(
    `select seqstart::text as start from pg_sequence where seqrelid = pg_get_serial_sequence('core.sites', 'id')::regclass`,
  )
  const is = Math.floor(Number(rows[0]!.start) / DEPLOYMENT_IDS)
  if (is !== deployment)
    throw new Error(
      `DEPLOYMENT is ${deployment}, but this database counts as ${is}. It can be chosen only at the first migrate.`,
    )
}

/** @throws when the database ran a migration that this version lacks or has in another order. */
async function countApplied(client: pg.Client, migrations: readonly SqlFile[]): Promise<number> {
  const { rows } = await client.query<{ name: string }>('select name from platform.migrations')
  const applied = rows.map(({ name }) => name).sort()
  const stray = applied.find((name, at) => name !== migrations[at]?.name)
  if (stray) throw new Error(`The database ran migration ${stray}, which this version does not have in that order.`)
  return rows.length
}

async function runMigration(client: pg.Client, { name, text }: SqlFile): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(text)
    await client.query('insert into platform.migrations (name) values ($1)', [name])
  }).catch((cause: Error) => {
    throw new Error(`Migration ${name} failed: ${cause.message}`, { cause })
  })
}

/** Applies files whose text has changed. Their order is free, since PostgreSQL checks bodies when they run. */
async function applyFunctions(client: pg.Client, files: readonly SqlFile[]): Promise<void> {
  const { rows } = await client.query<{ file: string; sha256: string }>('select file, sha256 from platform.functions')
  const known = new Map(rows.map(({ file, sha256 }) => [file, sha256]))
  const changed = files
    .map((file) => ({ ...file, sha256: createHash('sha256').update(file.text).digest('hex') }))
    .filter(({ name, sha256 }) => known.get(name) !== sha256)
  await inTransaction(client, async () => {
    await client.query('set local check_function_bodies = off')
    for (const { name, text, sha256 } of changed) {
      await resetGrants(client, text)
      await client.query(text).catch((cause: Error) => {
        throw new Error(`${name} failed: ${cause.message}`, { cause })
      })
      await client.query(
        `insert into platform.functions (file, sha256) values ($1, $2)
         on conflict (file) do update set sha256 = excluded.sha256, applied_at = now()`,
        [name, sha256],
      )
    }
    await client.query('delete from platform.functions where file <> all ($1)', [files.map(({ name }) => name)])
  })
}

/** Gives the functions and views of a file the grants of new ones, so that only those that the file states remain. */
async function resetGrants(client: pg.Client, text: string): Promise<void> {
  const names = [...text.matchAll(/^create or replace (?:function|view) ([\w.]+)/gm)].map(([, name]) => name)
  const { rows } = await client.query<{ statement: string }>(
    `with created (object, acl, owner) as (
       select 'routine ' || oid::regprocedure, proacl, proowner from pg_proc
         where pronamespace::regnamespace || '.' || proname = any ($1)
       union all select oid::regclass::text, relacl, relowner from pg_class
         where relkind = 'v' and relnamespace::regnamespace || '.' || relname = any ($1))
     select format('revoke all on %s from %I', object, grantee::regrole) as statement
       from created, aclexplode(acl) where grantee not in (0, owner)
     union all select format('grant execute on %s to public', object) from created where acl is not null and object like 'routine %'`,
    [names],
  )
  for (const { statement } of rows) await client.query(statement)
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (attempt === ATTEMPTS || !hasLostLock(error)) throw error
    }
    await pause(500 * attempt)
  }
}

const hasLostLock = (error: unknown): boolean =>
  error instanceof Error && (LOST_LOCKS.includes((error as { code?: string }).code ?? '') || hasLostLock(error.cause))

const APPLIED = 'select name from platform.migrations'

function notAmong(applied: readonly { name: string }[]): string[] {
  const names = new Set(applied.map(({ name }) => name))
  return sqlFiles('migrations')
    .map(migrationName)
    .filter((name) => !names.has(name))
}

export async function pendingMigrations(connectionString: string): Promise<string[]> {
  const client = new pg.Client(opened(connectionString, '-c role=watchbill_platform'))
  await client.connect()
  try {
    return notAmong((await client.query<{ name: string }>(APPLIED)).rows)
  } finally {
    await client.end()
  }
}

/** The same on a connection of a running process. @param pool of the platform role. */
export const pendingMigrationsBy = (pool: Pool): Promise<string[]> =>
  inPoolTransaction<DB, string[]>(pool, 'read', {}, async (db) => {
    const { rows } = await sql.raw<{ name: string }>(APPLIED).execute(db)
    return notAmong(rows)
  })

/** Creates the roles of infra/roles.sql and the database, as the server's administrator. Idempotent. */
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
