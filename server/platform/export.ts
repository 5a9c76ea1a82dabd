import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { auditSite } from './audit-site.ts'
import { type Progress, useSnapshot } from './backup.ts'
import { makeEmptyFolder, writeArray } from './files.ts'
import { findSite } from './sites.ts'
import { fullName, listTables, readJson } from './tables.ts'

/** Tables of secrets, of what they sign, and those that quote them or old rows. */
const OMITTED_TABLES = new Set([
  'answer_links',
  'audit_checkpoints',
  'calendar_feeds',
  'captured_messages',
  'email_changes',
  'idempotency_keys',
  'phone_codes',
  'refresh_tokens',
  'sessions',
  'trash',
  'undos',
])
/** Secrets, also as hashes, and generated columns. */
const OMITTED_COLUMNS = [
  'client_secret',
  'code',
  'code_hash',
  'email_uid',
  'key_hash',
  'name_lower',
  'rendered_html',
  'renderer',
  'secret_hash',
  'site_id',
  'uid',
]

/**
 * Exports a snapshot of a site of any status, without secrets: site.json and one JSON array per table. Audited.
 * @param dir a new or empty folder; only its owner may read it.
 * @returns the number of records by file name.
 * @throws DomainError 'not_found' when there is no such site.
 */
export async function exportSite(
  { pool, now }: { pool: Pool; now: Date },
  slug: string,
  dir: string,
  onProgress: Progress = () => {},
): Promise<Record<string, number>> {
  const { id } = await inTransaction(pool, 'read', {}, (db: Kysely<DB>) => findSite(db, slug))
  await makeEmptyFolder(dir)
  return inTransaction(pool, 'write', {}, async (db: Kysely<DB>) => {
    await useSnapshot(db)
    const site = await db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await writeFile(path.join(dir, 'site.json'), `${JSON.stringify(site, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
    const counts: Record<string, number> = {}
    const tables = (await listTables(db)).filter(
      ({ schema, name, columns }) => schema === 'core' && columns.includes('site_id') && !OMITTED_TABLES.has(name),
    )
    for (const [i, table] of tables.entries()) {
      const rows = sql`select (to_jsonb(t) - ${OMITTED_COLUMNS}::text[])::text as line from ${sql.table(fullName(table))} t
        where t.site_id = ${sql.lit(id)} order by t.id`
      const file = `${table.name}.json`
      counts[file] = await writeArray(path.join(dir, file), readJson(db, fullName(table), rows))
      await onProgress({ table: table.name, rows: counts[file], tables: i + 1, total: tables.length })
    }
    await auditSite(db, { site: id, at: now, action: 'site.export', subject: 'sites', subject_id: id })
    return counts
  })
}
