import { sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Failures } from '#server/engine/kernel/failures.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { filesOf } from '#server/messages/attachments/files.ts'

type Unmeasured = { site: number; id: number; key: string }

const BATCH = 500

/** The places of files: what has no size yet, and the key of each in the storage. */
const PLACES = {
  message_files: sql`select site_id as site, id, key from core.message_files where bytes is null`,
  message_pictures: sql`select site_id as site, id, key from core.message_pictures where bytes is null`,
  people: sql`select site_id as site, id, avatar as key from core.people where avatar_bytes is null and avatar like 's/%'`,
  sites: sql`select id as site, id, substr(logo, length(media_root) + 1) as key from core.sites
    where logo_bytes is null and starts_with(logo, media_root || 's/')`,
} as const

const COLUMNS = {
  message_files: 'bytes',
  message_pictures: 'bytes',
  people: 'avatar_bytes',
  sites: 'logo_bytes',
} as const

/**
 * Stores the sizes of files that were stored before their size was kept, or by the previous version; a missing file has none.
 * @returns how many were measured.
 */
export async function measureFiles({
  pool,
  storage,
  failures,
}: {
  /** Of the platform role. */
  pool: Pool
  storage: Pick<Storage, 'size'>
  failures: Failures
}): Promise<number> {
  let measured = 0
  for (const table of ['message_files', 'message_pictures', 'people', 'sites'] as const) {
    const work = `sizes of ${table}`
    const unmeasured = await inTransaction<DB, Unmeasured[]>(pool, 'read', {}, async (db) => {
      const { rows } =
        await sql<Unmeasured>`${PLACES[table]} order by 1, 2 limit ${failures.limit(work, BATCH)}`.execute(db)
      return rows
    })
    const { done } = await failures.each(work, unmeasured, async ({ site, id, key }) => {
      const bytes = (await storage.size(table === 'message_files' ? `${filesOf(site)}${key}` : key)) ?? 0
      const [column, owner] = [sql.ref(COLUMNS[table]), sql.ref(table === 'sites' ? 'id' : 'site_id')]
      await inTransaction<DB, unknown>(pool, 'write', {}, (db) =>
        sql`update ${sql.table(`core.${table}`)} set ${column} = ${bytes} where ${owner} = ${site} and id = ${id} and ${column} is null`.execute(
          db,
        ),
      )
    })
    measured += done
  }
  return measured
}
