import { type Kysely, type RawBuilder, sql } from 'kysely'
import { overSites } from '#server/engine/access/sweep.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Failures } from '#server/engine/kernel/failures.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

/** Deleted records can be restored for a day, and writing a text may take longer than storing its picture. */
const GRACE_MS = 2 * 86_400_000
const BATCH = 500

export type RemoveParts = {
  pool: Pool
  storage: Pick<Storage, 'remove'>
  now: Date
  /** Earlier failures, so that an unremovable file blocks no other; without it, failures are thrown. */
  failures?: Failures
  /** Default: all sites. */
  site?: number
}

type Unused = { site: number; id: number; key: string }

type What = {
  table: 'message_files' | 'message_pictures'
  /** The update of `unused_since`, of rows whose `site_id` meets a condition. */
  mark: (condition: RawBuilder<unknown>) => RawBuilder<unknown>
  pathOf: (file: Unused) => string
}

/** Removes files that were unused for two days. Idempotent, also concurrently. @returns how many were removed. */
export async function removeUnused(
  { pool, storage, now, failures, site }: RemoveParts,
  { table, mark, pathOf }: What,
): Promise<number> {
  const isOf = (sites: readonly number[] | null) => sql`(${sites}::bigint[] is null or site_id = any (${sites}))`
  const own = site === undefined ? null : [site]
  await overSites({ pool, failures }, table, (only) =>
    inTransaction<DB, unknown>(pool, 'write', {}, (db) => mark(isOf(only ?? own)).execute(db)),
  )
  const unused = await inTransaction(pool, 'read', {}, async (db: Kysely<DB>) => {
    const { rows } = await sql<Unused>`
      select site_id as site, id, key from ${sql.table(`core.${table}`)}
      where unused_since <= ${new Date(now.getTime() - GRACE_MS)} and ${isOf(own)}
      order by row_number() over (partition by site_id order by unused_since), unused_since
      limit ${failures?.limit(table, BATCH) ?? BATCH}`.execute(db)
    return rows
  })
  const remove = async (file: Unused) => {
    await storage.remove(pathOf(file))
    await inTransaction<DB, unknown>(pool, 'write', {}, (db) =>
      sql`delete from ${sql.table(`core.${table}`)} where site_id = ${file.site} and id = ${file.id}`.execute(db),
    )
  }
  if (failures) return (await failures.each(table, unused, remove)).done
  for (const file of unused) await remove(file)
  return unused.length
}
