import { type Kysely, sql } from 'kysely'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { erasePersonRows, eraseSiteRows } from './erase-rows.ts'

/** `person` null: the whole site. `at` is ISO text in UTC. */
export type Erasure = { site: number; person: number | null; at: string }

const FOLDER = 'erasures/'

/**
 * Records the ids of an erasure in the file storage before it happens: a restore replays it. Repeating keeps the first
 * time.
 * @throws when the storage is unreachable: then nothing may be erased.
 */
export async function recordErasure(storage: Storage, erasure: Erasure): Promise<void> {
  const key = `${FOLDER}${erasure.site}-${erasure.person ?? 'site'}.json`
  await withErasureList('written', async () => {
    if (await storage.get(key)) return
    await storage.put(key, { bytes: Buffer.from(JSON.stringify(erasure)), content_type: 'application/json' })
  })
}

/** Lists erasures, earliest first. @throws when the storage is unreachable: then nothing may be restored. */
export async function listErasures(storage: Storage): Promise<Erasure[]> {
  const erasures: Erasure[] = []
  await withErasureList('read', async () => {
    for (const key of await storage.list(FOLDER)) {
      const file = await storage.get(key)
      if (file) erasures.push(JSON.parse(Buffer.from(file.bytes).toString()) as Erasure)
    }
  })
  return erasures.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

async function withErasureList(what: 'read' | 'written', work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message || cause.name : String(cause)
    throw new Error(`The list of erasures cannot be ${what}, so nothing was changed: ${why}`, { cause })
  }
}

/**
 * Repeats erasures in a restored database, in its transaction. Keeps records created after an erasure, which only share
 * its id. May leave a site without an admin.
 * @returns how many people and sites were erased.
 */
export async function replayErasures(db: Kysely<DB>, erasures: readonly Erasure[], now: Date) {
  const replayed = { people: 0, sites: 0 }
  // Also erases people who are a site's only admin in the older copy.
  await sql`select set_config('app.last_admin_may_go', 'yes', true)`.execute(db)
  for (const { site, person, at } of erasures) {
    if (person === null) {
      const { rows } = await sql`
        update core.sites set status = 'deleted', deleted_at = coalesce(deleted_at, ${at}) where id = ${site} and created_at <= ${at} returning id`.execute(
        db,
      )
      if (!rows.length) continue
      await eraseSiteRows(db, site)
      replayed.sites += 1
      continue
    }
    const { rows } = await sql`
      select from core.people where site_id = ${site} and id = ${person} and created_at <= ${at} and erased_at is null`.execute(
      db,
    )
    if (!rows.length) continue
    await erasePersonRows(db, site, person, now)
    replayed.people += 1
  }
  return replayed
}
