import { rm } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { sign } from '#server/engine/kernel/derive.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { filesOf } from '#server/messages/attachments/files.ts'
import { createArchive } from './archive.ts'
import { auditSite } from './audit-site.ts'
import { appliedMigrations, type Progress, readManifest, tableFile, useSnapshot } from './backup.ts'
import { type Erasure, listErasures } from './erasures.ts'
import { compressLines, readLines } from './files.ts'
import { checkFiles } from './restore.ts'
import { findSite } from './sites.ts'
import { fullName, listTables, readJson, type TableInfo } from './tables.ts'

export const PACK_FORMAT = 1
export const PACK_MANIFEST = 'manifest.json'
export const PACK_SEAL = 'manifest.seal'

const count = z.number().int().min(0)
const checksum = boundedText({ max: 64 }).regex(/^[0-9a-f]{64}$/)

export const packManifest = z.object({
  format: z.literal(PACK_FORMAT, `This is not a packed site of format ${PACK_FORMAT}.`),
  made_at: boundedText({ max: 40 }).check(z.iso.datetime()),
  site: z.object({ id: z.number().int().positive(), slug: boundedText({ max: 63 }), status: boundedText({ max: 20 }) }),
  migrations: z.array(boundedText({ max: 100 })).max(10_000),
  tables: z
    .array(
      z.object({
        schema: boundedText({ max: 63 }),
        name: boundedText({ max: 63 }),
        columns: z.array(boundedText({ max: 63 })).max(1_000),
        rows: count,
        /** Bytes in the file, and of the text that they hold. */
        bytes: count,
        length: count,
        sha256: checksum,
      }),
    )
    .max(1_000),
  /** Pictures and files of messages, by their keys in the storage. */
  files: z
    .array(z.object({ key: boundedText({ max: 90 }), type: boundedText({ max: 100 }), bytes: count, sha256: checksum }))
    .max(500_000),
  /** People who were erased, so that no older copy brings them back. */
  erasures: z.array(z.object({ person: z.number().int().positive(), at: boundedText({ max: 40 }) })).max(500_000),
})
export type PackManifest = z.infer<typeof packManifest>

/** The name of a table's rows in a packed site. */
export const tableEntry = (table: Pick<TableInfo, 'schema' | 'name'>) => `${fullName(table)}.ndjson.gz`
export const fileEntry = (key: string) => `files/${key}`
/** What the seal of a manifest signs. */
export const sealed = (manifest: string | Buffer) => `site pack:${manifest}`

/** The folders of a site's files in the storage. */
export const foldersOf = (site: number) => [`s/${site}/`, filesOf(site)]

const isAccounts = (table: TableInfo) => fullName(table) === 'identity.accounts'
const isSites = (table: TableInfo) => fullName(table) === 'core.sites'
export const isOfAccounts = ({ schema, columns }: TableInfo) => schema === 'identity' && columns.includes('account_id')

/** Whether a packed site has rows of a table: its own, or those of its people's accounts. */
export const isPacked = (table: TableInfo): boolean =>
  isSites(table) || isAccounts(table) || isOfAccounts(table) || table.columns.includes('site_id')

/** Tables whose rows name an account that the site's people use, and how. */
const ACCOUNT_OF: Record<string, (row: Row) => unknown> = {
  'core.people': (row) => row.account_id,
  'core.sessions': (row) => row.account_id,
  'core.email_changes': (row) => row.account_id,
  'core.trash': (row) => (row.table_name === 'people' ? (row.row as Row).account_id : null),
}

type Row = Record<string, unknown>

/** Where rows come from: the database, or a backup. */
type Source = {
  site: PackManifest['site']
  made_at: string
  migrations: string[]
  tables: TableInfo[]
  read: (table: TableInfo) => AsyncIterable<string[]>
}

type Parts = { pool: Pool; storage: Storage; clock: Clock; secret: string }

/**
 * Packs a site of any status but deleted into one file: all rows and columns with its secrets, the accounts of its
 * people, and its pictures and files. Streams a snapshot of the database, or of the backup in the folder `from`.
 * @param file a new file; only its owner may read it.
 * @throws DomainError 'not_found', 'conflict' for a deleted site; Error when the file exists.
 */
export async function packSite(
  parts: Parts,
  { slug, file, from }: { slug: string; file: string; from?: string | undefined },
  onProgress: Progress = () => {},
): Promise<PackManifest> {
  if (from !== undefined)
    return inTransaction<DB, PackManifest>(parts.pool, 'read', {}, async (db) =>
      writePack(parts, await backupSource(db, from, slug), file, onProgress),
    )
  return inTransaction<DB, PackManifest>(parts.pool, 'write', {}, async (db) => {
    await useSnapshot(db)
    const source = await databaseSource(db, slug, parts.clock.now())
    const packed = await writePack(parts, source, file, onProgress)
    const { id } = source.site
    await auditSite(db, { site: id, at: parts.clock.now(), action: 'site.pack', subject: 'sites', subject_id: id })
    return packed
  })
}

const requireKept = (site: PackManifest['site']) => {
  if (site.status === 'deleted') throw new DomainError('conflict', `"${site.slug}" is deleted.`)
}

async function databaseSource(db: Kysely<DB>, slug: string, now: Date): Promise<Source> {
  const site = await findSite(db, slug)
  requireKept(site)
  const { id } = site
  const { rows } = await sql<{ id: number }>`
    select account_id as id from core.people where site_id = ${id} union select account_id from core.sessions where site_id = ${id}
    union select account_id from core.email_changes where site_id = ${id} union select a.id from identity.accounts a where home_site = ${id}
    union select (t."row" ->> 'account_id')::bigint from core.trash t where site_id = ${id} and table_name = 'people'`.execute(
    db,
  )
  const accounts = sql`any (${`{${rows.flatMap((row) => row.id ?? []).join(',')}}`}::bigint[])`
  const which = (table: TableInfo) => {
    if (isSites(table)) return sql`id = ${sql.lit(id)}`
    if (isAccounts(table)) return sql`id = ${accounts}`
    if (!isOfAccounts(table)) return sql`site_id = ${sql.lit(id)}`
    if (!table.columns.includes('site_id')) return sql`account_id = ${accounts}`
    return sql`(site_id = ${sql.lit(id)} and (account_id is null or account_id = ${accounts}) or site_id is null and account_id = ${accounts})`
  }
  return {
    site,
    made_at: now.toISOString(),
    migrations: await appliedMigrations(db),
    tables: (await listTables(db)).filter(isPacked),
    read: (table) =>
      readJson(
        db,
        fullName(table),
        sql`select to_jsonb(t)::text as line from (select ${sql.join(table.columns.map((column) => sql.ref(column)))}
          from ${sql.table(fullName(table))} where ${which(table)}) t`,
      ),
  }
}

/** The tables are those of the database, which has to be of the backup's version. */
async function backupSource(db: Kysely<DB>, dir: string, slug: string): Promise<Source> {
  const manifest = await readManifest(dir)
  await checkFiles(dir, manifest)
  const known = new Map(manifest.tables.map((entry) => [fullName(entry), entry]))
  const tables = (await listTables(db)).filter(isPacked).map((table) => {
    const entry = known.get(fullName(table))
    if (!entry) throw new Error(`The backup has no table ${fullName(table)}: it is of another version.`)
    return { ...table, columns: entry.columns }
  })
  const rowsOf = (table: Pick<TableInfo, 'schema' | 'name'>) => matching(readLines(tableFile(dir, table)), () => true)
  let site: PackManifest['site'] | undefined
  for await (const rows of rowsOf({ schema: 'core', name: 'sites' }))
    site ??= rows.map(({ row }) => row as PackManifest['site']).find((row) => row.slug === slug)
  if (!site) throw new DomainError('not_found', `No site of the backup has the name "${slug}".`)
  requireKept(site)
  const { id, status } = site
  const accounts = new Set<unknown>()
  for (const table of tables) {
    const accountOf =
      ACCOUNT_OF[fullName(table)] ?? (isAccounts(table) && ((row: Row) => (row.home_site === id ? row.id : null)))
    if (!accountOf) continue
    for await (const rows of rowsOf(table))
      for (const { row } of rows) if (isAccounts(table) || row.site_id === id) accounts.add(accountOf(row))
  }
  const which = (table: TableInfo): ((row: Row) => boolean) => {
    if (isSites(table)) return (row) => row.id === id
    if (isAccounts(table)) return (row) => accounts.has(row.id)
    if (!isOfAccounts(table)) return (row) => row.site_id === id
    return (row) =>
      ((row.site_id ?? null) === null ? row.account_id !== null : row.site_id === id) &&
      (row.account_id === null || accounts.has(row.account_id))
  }
  accounts.delete(null)
  return {
    site: { id, slug, status },
    made_at: manifest.made_at,
    migrations: manifest.migrations,
    tables,
    read: async function* (table) {
      for await (const rows of matching(readLines(tableFile(dir, table)), which(table)))
        yield rows.map(({ line }) => line)
    },
  }
}

async function* matching(batches: AsyncIterable<string[]>, isWanted: (row: Row) => boolean) {
  for await (const lines of batches)
    yield lines.map((line) => ({ line, row: JSON.parse(line) as Row })).filter(({ row }) => isWanted(row))
}

async function writePack(
  { storage, secret }: Parts,
  { site, made_at, migrations, tables, read }: Source,
  file: string,
  onProgress: Progress,
): Promise<PackManifest> {
  const archive = await createArchive(file)
  try {
    const entries: PackManifest['tables'] = []
    for (const table of tables) {
      const { schema, name, columns } = table
      let written = { bytes: 0, sha256: '' }
      const counts = await compressLines(read(table), async (chunks) => {
        written = await archive.add(tableEntry(table), chunks)
      })
      entries.push({ schema, name, columns, ...counts, ...written })
      await onProgress({ table: fullName(table), rows: counts.rows, tables: entries.length, total: tables.length })
    }
    const files: PackManifest['files'] = []
    for (const folder of foldersOf(site.id))
      for (const key of await storage.list(folder)) {
        const found = await storage.get(key)
        if (!found) continue
        files.push({ key, type: found.content_type, ...(await archive.add(fileEntry(key), [found.bytes])) })
      }
    const { id, slug, status } = site
    const manifest: PackManifest = {
      ...{ format: PACK_FORMAT, made_at, site: { id, slug, status }, migrations, tables: entries, files },
      erasures: (await listErasures(storage)).flatMap((erasure) => erasedAt(erasure, id)),
    }
    const text = JSON.stringify(manifest, null, 1)
    await archive.add(PACK_MANIFEST, [Buffer.from(text)])
    await archive.add(PACK_SEAL, [Buffer.from(sign(secret, sealed(text)).toString('base64url'))])
    await archive.end()
    return manifest
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await archive.close()
  }
}

const erasedAt = ({ site, person, at }: Erasure, wanted: number) =>
  site === wanted && person !== null ? [{ person, at }] : []
