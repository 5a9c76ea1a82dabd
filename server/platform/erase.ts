import { type Kysely, sql } from 'kysely'
import { begunFile } from '#server/audit/checkpoints.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { AHEAD_OF_REMOVED } from '#server/leaving/contract.ts'
import { filesOf } from '#server/messages/attachments/files.ts'
import { adminProblem, lockAdmins } from '#server/people/last-admin.ts'
import { type ErasedPerson, erasePersonRows, eraseSiteRows } from './erase-rows.ts'
import { recordErasure } from './erasures.ts'
import { publishedAhead, seekForErased } from './seek-for-erased.ts'
import { findSite } from './sites.ts'
import { removeUnusedFiles } from './unused-files.ts'

/** `farewell`: send a last mail. `shifts`: seek cover for published coming shifts (default) or only open them. */
type Parts = {
  pool: Pool
  storage: Storage
  now: Date
  farewell?: boolean
  shifts?: (typeof AHEAD_OF_REMOVED)[number]
}

/**
 * Anonymises a person of a site: removes name, addresses, notes, settings, profile, availability, comments, sessions,
 * photo and details in messages; keeps numbers of worked hours and records. Opens their coming shifts and seeks cover.
 * Removes the account unless another site or the operators use it. Idempotent. Recorded outside the database first, so
 * that a restored backup erases them too.
 * @param who id or email of the person.
 * @throws DomainError 'not_found' when site or person do not exist; 'conflict' for the last admin of a site.
 */
export async function erasePerson(
  { pool, storage, now, farewell = false, shifts = 'find_cover' }: Parts,
  slug: string,
  who: string,
): Promise<ErasedPerson & { shifts_sought: number }> {
  const { site, person, avatar } = await inTransaction(pool, 'read', {}, async (db: Kysely<DB>) => {
    const { id } = await findSite(db, slug)
    const found = await db
      .selectFrom('people')
      .select(['id', 'avatar'])
      .where('site_id', '=', id)
      .where((eb) => (/^\d{1,15}$/.test(who) ? eb('id', '=', Number(who)) : eb('email', '=', who.trim().toLowerCase())))
      .executeTakeFirst()
    if (!found) throw notFound(`No person of "${slug}" has the id or email "${who}".`)
    return { site: id, person: found.id, avatar: found.avatar }
  })
  const erased = await inTransaction(pool, 'write', {}, async (db: Kysely<DB>) => {
    await lockAdmins(db, site)
    const { rows } = await sql<{ at: Date; admin: boolean }>`
      select clock_timestamp() as at, role = 'admin' and is_active as admin from core.people where site_id = ${site} and id = ${person}`.execute(
      db,
    )
    if (!rows[0]) throw notFound()
    const problem = rows[0].admin ? await adminProblem(db, site, { losing: [person], leaving: true }) : null
    if (problem) throw new DomainError('conflict', problem)
    await recordErasure(storage, { site, person, at: rows[0].at.toISOString() })
    const ahead = shifts === 'find_cover' ? await publishedAhead(db, { site, person, now }) : []
    const done = await erasePersonRows(db, site, person, now, farewell)
    return { ...done, shifts_sought: await seekForErased(db, { site, shifts: ahead, now }) }
  })
  if (avatar?.startsWith(picturesOf(site))) await storage.remove(avatar)
  await removeUnusedFiles({ pool, storage, now, site })
  return erased
}

const picturesOf = (site: number) => `s/${site}/`

/**
 * Removes all data of a deleted site permanently, with pictures, files and accounts that only it used. Its row stays
 * without names, to reserve its address. Recorded outside the database first.
 * @returns the number of removed rows.
 * @throws DomainError 'conflict' unless the site is deleted.
 */
export async function eraseSite(
  { pool, storage }: Pick<Parts, 'pool' | 'storage'>,
  slug: string,
): Promise<{ site: number; rows: number; accounts: number }> {
  const { site, at } = await inTransaction(pool, 'read', {}, async (db: Kysely<DB>) => {
    const { id, status } = await findSite(db, slug)
    if (status !== 'deleted') throw new DomainError('conflict', `"${slug}" is ${status}; delete the site first.`)
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
    return { site: id, at: rows[0]!.at }
  })
  await recordErasure(storage, { site, person: null, at: at.toISOString() })
  const counts = await inTransaction(pool, 'write', {}, (db: Kysely<DB>) => eraseSiteRows(db, site))
  for (const folder of [picturesOf(site), filesOf(site)])
    for (const key of await storage.list(folder)) await storage.remove(key)
  await storage.remove(begunFile(site))
  return { site, ...counts }
}
