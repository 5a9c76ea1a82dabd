import { type Kysely, sql } from 'kysely'
import { listBegun } from '#server/audit/checkpoints.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { beginAfterRestore } from './audit-logs.ts'
import { appliedMigrations, type Manifest, type Progress, readManifest, tableFile } from './backup.ts'
import { listErasures, replayErasures } from './erasures.ts'
import { checksum, readLines } from './files.ts'
import { holdRestored, rememberRestore } from './held-back.ts'
import { fullName, listTables, type TableInfo } from './tables.ts'

type Entry = Manifest['tables'][number]

/**
 * Restores a backup into an empty database with the same migrations, in one transaction. Checks all files against the
 * manifest first. Sequences continue. Repeats erasures since the backup, and holds the messages that were queued then;
 * `catchUp` finishes it.
 * @throws when a file is damaged or missing, the database holds data, or its migrations differ.
 */
export async function restore(
  { pool, storage, now }: { pool: Pool; storage: Storage; now: Date },
  dir: string,
  onProgress: Progress = () => {},
): Promise<Manifest & { replayed: { people: number; sites: number } }> {
  const manifest = await readManifest(dir)
  await checkFiles(dir, manifest)
  const erasures = await listErasures(storage)
  const begun = await listBegun(storage)
  const replayed = await inTransaction<DB, { people: number; sites: number }>(pool, 'write', {}, async (db) => {
    await fill(db, dir, manifest, onProgress)
    const restored = { at: now.toISOString(), site: null }
    await holdRestored(db, restored)
    await rememberRestore(db, restored)
    const counts = await replayErasures(db, erasures, now)
    await beginAfterRestore(db, storage, { begun, made_at: manifest.made_at })
    return counts
  })
  return { ...manifest, replayed }
}

/** @throws when a file is damaged or missing. */
export async function checkFiles(dir: string, { tables }: Manifest): Promise<void> {
  for (const entry of tables) {
    const file = tableFile(dir, entry)
    const found = await checksum(file).catch((cause: unknown) => {
      throw new Error(`${file} cannot be read.`, { cause })
    })
    if (found !== entry.sha256) throw new Error(`${file} is damaged: its checksum is not that of the manifest.`)
  }
}

/**
 * Fills an empty database, in its transaction.
 * @throws when the database holds data, or its migrations differ.
 */
export async function fill(
  db: Kysely<DB>,
  dir: string,
  manifest: Manifest,
  onProgress: Progress = () => {},
): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
  const steps = pairTables(await listTables(db), manifest)
  await requireSameMigrations(db, manifest)
  await requireEmpty(
    db,
    steps.map(({ table }) => table),
  )
  for (const [i, { table, entry }] of steps.entries()) {
    await fillTable(db, dir, entry)
    if (table.sequence !== null && entry.last_id !== null)
      await sql`select setval(${table.sequence}::regclass, ${entry.last_id})`.execute(db)
    await onProgress({ table: fullName(table), rows: entry.rows, tables: i + 1, total: steps.length })
  }
}

async function requireSameMigrations(db: Kysely<DB>, { migrations }: Manifest): Promise<void> {
  const applied = await appliedMigrations(db)
  const mismatches = [
    ...migrations.filter((name) => !applied.includes(name)).map((name) => `${name} is not applied`),
    ...applied.filter((name) => !migrations.includes(name)).map((name) => `${name} came later`),
  ]
  if (mismatches.length)
    throw new Error(
      `The backup is of another version (${mismatches.join(', ')}). Restore with that version, then migrate.`,
    )
}

/** The log of the operators' acts, from which no one may delete. */
const APPEND_ONLY_TABLE = 'operator_acts'

/** Replaces settings of the platform, which a worker writes as soon as it runs. */
async function requireEmpty(db: Kysely<DB>, tables: readonly TableInfo[]): Promise<void> {
  for (const table of tables) {
    if (table.schema === 'platform' && table.name !== APPEND_ONLY_TABLE) {
      await sql`delete from ${sql.table(fullName(table))}`.execute(db)
      continue
    }
    const { rows } = await sql`select from ${sql.table(fullName(table))} limit 1`.execute(db)
    if (rows.length) throw new Error(`The database is not empty: ${fullName(table)} has rows. Nothing was changed.`)
  }
}

function pairTables(tables: readonly TableInfo[], manifest: Manifest): { table: TableInfo; entry: Entry }[] {
  const entries = new Map(manifest.tables.map((entry) => [fullName(entry), entry]))
  const known = new Set(tables.map(fullName))
  const unknown = manifest.tables.map(fullName).filter((name) => !known.has(name))
  if (unknown.length) throw new Error(`The database has no table ${unknown.join(', ')}.`)
  return tables.map((table) => {
    const entry = entries.get(fullName(table))
    if (!entry) throw new Error(`The backup has no table ${fullName(table)}.`)
    return { table, entry }
  })
}

async function fillTable(db: Kysely<DB>, dir: string, entry: Entry): Promise<void> {
  const into = sql.table(fullName(entry))
  const columns = sql.join(entry.columns.map((column) => sql.ref(column)))
  let rows = 0
  for await (const lines of readLines(tableFile(dir, entry))) {
    const { numAffectedRows } = await sql`
      insert into ${into} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${into}, ${`[${lines.join(',')}]`}::jsonb)`.execute(db)
    rows += Number(numAffectedRows ?? 0)
  }
  if (rows !== entry.rows) throw new Error(`${fullName(entry)}: the manifest has ${entry.rows} rows, the file ${rows}.`)
}
