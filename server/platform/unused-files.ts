import { type Kysely, sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { filesOf } from '#server/messages/attachments/files.ts'

/** A draft that was deleted can be restored for a day, with its files. */
const GRACE_MS = 2 * 86_400_000
const BATCH = 500

type Unused = { site_id: number; id: number; key: string }

/** Whether a message has the file `f`. */
const isUsed = sql`exists (select from core.messages m where m.site_id = f.site_id and m.attachments <> '[]'
  and m.attachments @> jsonb_build_array(jsonb_build_object('id', f.id)))`

/**
 * Removes files that no message has had for two days. Repeating it, or running it twice concurrently, removes nothing more.
 * @returns how many were removed.
 */
export async function removeUnusedFiles({
  pool,
  storage,
  now,
}: {
  pool: Pool
  storage: Pick<Storage, 'remove'>
  now: Date
}): Promise<number> {
  const unused = await inTransaction(pool, 'write', {}, async (db: Kysely<DB>) => {
    await sql`update core.message_files f set unused_since = case when ${isUsed} then null else ${now}::timestamptz end
      where (unused_since is null) = not ${isUsed}`.execute(db)
    const { rows } = await sql<Unused>`
      select site_id, id, key from core.message_files where unused_since <= ${new Date(now.getTime() - GRACE_MS)}
      order by unused_since limit ${BATCH}`.execute(db)
    return rows
  })
  for (const { site_id, id, key } of unused) {
    await storage.remove(`${filesOf(site_id)}${key}`)
    await inTransaction(pool, 'write', {}, (db: Kysely<DB>) =>
      sql`delete from core.message_files where site_id = ${site_id} and id = ${id}`.execute(db),
    )
  }
  return unused.length
}
