import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { makeEmptyFolder, writeLines } from './files.ts'
import { fullName, listTables, readJson } from './tables.ts'

const FORMAT = 1
const MANIFEST = 'manifest.json'

const manifestSchema = z.object({
  format: z.literal(FORMAT, `This is not a backup of format ${FORMAT}.`),
  made_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int().min(0),
      bytes: z.number().int().min(0),
      sha256: boundedText({ max: 64 }).regex(/^[0-9a-f]{64}$/),
      /** The last value of the table's sequence; null without one or while it is unused. */
      last_id: z.number().int().nullable(),
    }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Called after each table; the next one waits for it. */
export type Progress = (done: { table: string; rows: number; tables: number; total: number }) => void | Promise<void>

export const tableFile = (dir: string, table: { schema: string; name: string }) =>
  path.join(dir, `${fullName(table)}.ndjson.gz`)

export async function appliedMigrations(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from platform.migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Gives the transaction one snapshot without time limits. Must be its first statement. */
export async function useSnapshot(db: Kysely<DB>): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(db)
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
}

/**
 * Writes a snapshot of all data, one compressed file of JSON lines per table, while the product runs. The manifest
 * comes last: a folder without one is no backup. Excludes the queue, since jobs are only wake-ups.
 * @param dir a new or empty folder; holds password hashes and addresses, so only its owner may read it.
 * @throws when the folder is in use or the disk is full.
 */
export async function backup(
  { pool, clock }: { pool: Pool; clock: Clock },
  dir: string,
  onProgress: Progress = () => {},
): Promise<Manifest> {
  await makeEmptyFolder(dir)
  const manifest = await inTransaction(pool, 'read', {}, async (db: Kysely<DB>): Promise<Manifest> => {
    const madeAt = clock.now().toISOString()
    await useSnapshot(db)
    const tables = await listTables(db)
    const entries: Manifest['tables'] = []
    for (const table of tables) {
      const { schema, name, columns, sequence } = table
      const file = await writeLines(tableFile(dir, table), readRows(db, table))
      entries.push({
        schema,
        name,
        columns,
        ...file,
        last_id: sequence === null ? null : await lastId(db, sequence),
      })
      await onProgress({ table: fullName(table), rows: file.rows, tables: entries.length, total: tables.length })
    }
    return { format: FORMAT, made_at: madeAt, migrations: await appliedMigrations(db), tables: entries }
  })
  await writeFile(path.join(dir, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    flag: 'wx',
    mode: 0o600,
    flush: true,
  })
  return manifest
}

/** Reads a table's rows as the lines of its file, in batches. */
export const readRows = (db: Kysely<DB>, table: { schema: string; name: string; columns: readonly string[] }) =>
  readJson(
    db,
    fullName(table),
    sql`select to_jsonb(t)::text as line from (select ${sql.join(table.columns.map((column) => sql.ref(column)))}
      from ${sql.table(fullName(table))}) t`,
  )

async function lastId(db: Kysely<DB>, sequence: string): Promise<number | null> {
  const { rows } = await sql<{ last_value: number; is_called: boolean }>`
    select last_value, is_called from ${sql.table(sequence)}`.execute(db)
  return rows[0]?.is_called ? rows[0].last_value : null
}

/** @throws when `dir` has no manifest, or one of another format. */
export async function readManifest(dir: string): Promise<Manifest> {
  const text = await readFile(path.join(dir, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new Error(`${dir} holds no complete backup: ${MANIFEST} cannot be read.`, { cause })
  })
  const parsed = manifestSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${MANIFEST}: ${parsed.error.issues[0]?.message}`, { cause: parsed.error })
  return parsed.data
}
