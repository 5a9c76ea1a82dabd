import { sql } from 'kysely'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { erasePerson } from './erase.ts'
import { clearFarewells } from './farewell.ts'
import { removeUnusedFiles } from './unused-files.ts'
import { removeUnusedPictures } from './unused-pictures.ts'

type Parts = { pool: Pool; clock: Clock; log: Log; storage: Storage }
type Due = { site_id: number; slug: string; person: number; only_admin: boolean }

const BATCH = 100
const EVERY_MS = 3_600_000

/**
 * Erases the people whose grace period is over, one transaction each; repeating or running it twice concurrently changes
 * nothing more. Each gets a last mail, whose address is deleted after it was sent. A person who has become a site's last
 * admin stays until there is another.
 * @returns how many were erased.
 */
export async function eraseClosedAccounts({ pool, clock, log, storage }: Parts): Promise<number> {
  const now = clock.now()
  const due = await inTransaction<DB, Due[]>(pool, 'read', {}, async (db) => {
    const { rows } = await sql<Due>`
      select c.site_id, s.slug, c.person, p.role = 'admin' and p.is_active and not exists (select from core.people o
        where o.site_id = p.site_id and o.id <> p.id and o.role = 'admin' and o.is_active) as only_admin from core.closures c join core.sites s on s.id = c.site_id
      join core.people p on p.site_id = c.site_id and p.id = c.person where c.due_at <= ${now} order by c.due_at limit ${BATCH}`.execute(
      db,
    )
    return rows
  })
  await inTransaction<DB, void>(pool, 'write', {}, clearFarewells)
  let erased = 0
  for (const { site_id, slug, person, only_admin } of due) {
    if (only_admin) {
      log.error({ site: site_id, person }, 'the last admin of a site is due to leave; another has to be made first')
      continue
    }
    try {
      await erasePerson({ pool, storage, now, farewell: true }, slug, String(person))
      await inTransaction<DB, unknown>(pool, 'write', {}, (db) =>
        sql`delete from core.closures where site_id = ${site_id} and person = ${person}`.execute(db),
      )
      erased += 1
    } catch (error) {
      log.error({ err: error, site: site_id, person }, 'a person could not be erased; the next hour tries again')
    }
  }
  return erased
}

/** Runs immediately and then every hour, with the removal of unused files and pictures, in the web process: only that has the rights across sites, and the pictures. */
export function startHourlyErasure(parts: Parts): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const eraseNow = () => {
    running = running
      .then(() => eraseClosedAccounts(parts))
      .then(() => removeUnusedFiles({ ...parts, now: parts.clock.now() }))
      .then(() => removeUnusedPictures({ ...parts, now: parts.clock.now() }))
      .then(
        () => {},
        (error: Error) => parts.log.error({ err: error.message }, 'due erasures or unused files not removed'),
      )
  }
  eraseNow()
  const timer = setInterval(eraseNow, EVERY_MS)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
