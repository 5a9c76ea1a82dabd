import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { siteIds } from '#server/engine/access/sweep.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { filesOf } from '#server/messages/attachments/files.ts'
import { type Manifest, type Progress, readManifest, readRows, tableFile, useSnapshot } from './backup.ts'
import { readLines } from './files.ts'
import { checkFiles, fill } from './restore.ts'
import { fullName } from './tables.ts'

export type Verified = Pick<Manifest, 'made_at'> & {
  tables: number
  rows: number
  /** Pictures and files of the backup, as the storage has them now. */
  files: number
  problems: string[]
}

type Parts = {
  /** The platform role on an empty, migrated database that is dropped afterwards. */
  scratch: Pool
  /** The platform role on the database in use: files that it does not name any more may be gone. */
  pool: Pool
  storage: Storage
}

/**
 * Restores a backup into a scratch database, and compares each table with its file, and the files that the rows name
 * with the storage. Reads in batches.
 */
export async function verifyBackup(
  { scratch, pool, storage }: Parts,
  dir: string,
  onProgress: Progress = () => {},
): Promise<Verified> {
  const manifest = await readManifest(dir)
  const result = {
    made_at: manifest.made_at,
    tables: manifest.tables.length,
    rows: 0,
    files: 0,
    problems: [] as string[],
  }
  try {
    await checkFiles(dir, manifest)
    await inTransaction<DB, void>(scratch, 'write', {}, (db) => fill(db, dir, manifest, onProgress))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ...result, problems: [`It cannot be restored: ${why}`] }
  }
  await inTransaction<DB, void>(scratch, 'read', {}, async (db) => {
    await useSnapshot(db)
    for (const entry of manifest.tables) {
      const [stored, saved] = [
        await fingerprint(readRows(db, entry)),
        await fingerprint(readLines(tableFile(dir, entry))),
      ]
      result.rows += stored.rows
      if (stored.rows !== entry.rows)
        result.problems.push(`${fullName(entry)} has ${stored.rows} rows instead of ${entry.rows}.`)
      else if (stored.sum !== saved.sum)
        result.problems.push(`Rows of ${fullName(entry)} differ from those of the backup.`)
    }
  })
  const missingFiles: string[] = []
  for (const site of await siteIds(scratch)) {
    const named = await namedFiles(scratch, site)
    result.files += named.length
    const found = new Set(
      (await Promise.all([`s/${site}/`, filesOf(site)].map((folder) => storage.list(folder)))).flat(),
    )
    const missing = named.filter((key) => !found.has(key))
    const wanted = missing.length ? new Set(await namedFiles(pool, site)) : null
    missingFiles.push(...missing.filter((key) => wanted?.has(key)))
  }
  result.problems.push(...missingFiles.slice(0, MAX_NAMED).map((key) => `The file ${key} is not in the storage.`))
  if (missingFiles.length > MAX_NAMED)
    result.problems.push(`${missingFiles.length - MAX_NAMED} more files are not in the storage.`)
  return result
}

/** Missing files that are named. */
const MAX_NAMED = 20

/** The number of lines, and a sum of their hashes that is the same in any order. */
async function fingerprint(batches: AsyncIterable<string[]>): Promise<{ rows: number; sum: bigint }> {
  let [rows, sum] = [0, 0n]
  for await (const lines of batches) {
    rows += lines.length
    for (const line of lines)
      sum = BigInt.asUintN(128, sum + BigInt(`0x${createHash('sha256').update(line).digest('hex').slice(0, 32)}`))
  }
  return { rows, sum }
}

const read = <T>(pool: Pool, work: (db: Kysely<DB>) => Promise<T>) => inTransaction<DB, T>(pool, 'read', {}, work)

const namedFiles = (pool: Pool, site: number): Promise<string[]> =>
  read(pool, async (db) => {
    const { rows } = await sql<{ key: string }>`
      select avatar as key from core.people where site_id = ${site} and avatar like 's/%'
      union select logo from core.sites where id = ${site} and logo like 's/%'
      union select key from core.message_pictures where site_id = ${site}
      union select ${filesOf(site)} || key from core.message_files where site_id = ${site}`.execute(db)
    return rows.map(({ key }) => key)
  })
