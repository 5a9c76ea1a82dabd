import { type Kysely, sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

/** What was deleted can be restored for a day, and a text may be written for longer than it takes to store its picture. */
const GRACE_MS = 2 * 86_400_000
const BATCH = 500

type Unused = { site_id: number; id: number; key: string }

/** A key in a text; as in the indexes of the texts that have one. */
const KEY = sql.raw(`'s/[0-9]{1,15}/[A-Za-z0-9_-]{32}[.](png|jpg)'`)
const KEYS = sql.raw(`'s/[0-9]{1,15}/[A-Za-z0-9_-]{32}[.](?:png|jpg)'`)

/** The texts that a person writes in Markdown, each of which may show a picture. */
const TEXTS = [
  ['messages', 'body'],
  ['messagetemplates', 'body'],
  ['news', 'content'],
  ['events', 'details'],
  ['series', 'details'],
] as const

const texts = sql.join(
  TEXTS.map(
    ([table, column]) =>
      sql`select site_id, ${sql.ref(column)} as text from ${sql.table(`core.${table}`)} where ${sql.ref(column)} ~ ${KEY}`,
  ),
  sql` union all `,
)

/**
 * Removes pictures that no message, template, news, event or series has named for two days. Repeating it, or running it twice concurrently,
 * removes nothing more.
 * @returns how many were removed.
 */
export async function removeUnusedPictures({
  pool,
  storage,
  now,
}: {
  pool: Pool
  storage: Pick<Storage, 'remove'>
  now: Date
}): Promise<number> {
  const unused = await inTransaction(pool, 'write', {}, async (db: Kysely<DB>) => {
    await sql`
      with texts as (${texts}),
      named as (select t.site_id, found[1] as key from texts t, regexp_matches(t.text, ${KEYS}, 'g') found),
      pictures as (select site_id, id, (site_id, key) in (select site_id, key from named) as is_named
        from core.message_pictures)
      update core.message_pictures p
      set unused_since = case when pictures.is_named then null else ${now}::timestamptz end
      from pictures where p.site_id = pictures.site_id and p.id = pictures.id
        and (p.unused_since is null) <> pictures.is_named`.execute(db)
    const { rows } = await sql<Unused>`
      select site_id, id, key from core.message_pictures where unused_since <= ${new Date(now.getTime() - GRACE_MS)}
      order by unused_since limit ${BATCH}`.execute(db)
    return rows
  })
  for (const { site_id, id, key } of unused) {
    await storage.remove(key)
    await inTransaction(pool, 'write', {}, (db: Kysely<DB>) =>
      sql`delete from core.message_pictures where site_id = ${site_id} and id = ${id}`.execute(db),
    )
  }
  return unused.length
}
