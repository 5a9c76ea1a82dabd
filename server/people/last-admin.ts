import { type Kysely, sql } from 'kysely'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

export const LAST_ADMIN = 'A club needs an admin. Make someone else an admin first.'
const OTHER_ADMINS_LEAVING = 'Every other admin is about to leave. Make someone else an admin first.'

/**
 * Locks this site's admin access until the transaction ends. A separate statement, so that the next count sees what was
 * committed meanwhile. Take this lock before locking rows of people. keep_an_admin.sql takes the same lock.
 */
export async function lockAdmins(db: Kysely<DB>, site: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('people.admins'), ${site % 2_147_483_647}::int)`.execute(db)
}

/**
 * Returns why these admins cannot be removed, or null. Locks the site's admins. `gaining` become admins in the same
 * step.
 * @param leaving whether admins who asked to leave count as remaining, for a removal that has to happen.
 */
export async function adminProblem(
  db: Kysely<DB>,
  site: number,
  { losing, gaining = 0, leaving = false }: { losing: readonly number[]; gaining?: number; leaving?: boolean },
): Promise<string | null> {
  if (!losing.length || gaining) return null
  const { rows } = await sql<{ leaving: boolean }>`
    select exists (select from core.closures c where c.site_id = p.site_id and c.person = p.id) as leaving from core.people p
    where p.site_id = ${site} and p.role = 'admin' and p.is_active and p.id <> all (${[...losing]}::bigint[])`.execute(
    db,
  )
  if (!rows.length) return LAST_ADMIN
  return leaving || rows.some((row) => !row.leaving) ? null : OTHER_ADMINS_LEAVING
}

/** Translates the database's refusal to remove the last admin. @throws DomainError 'conflict'. */
export async function withLastAdminCheck<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'people_last_admin')
      throw new DomainError('conflict', LAST_ADMIN, { cause: error })
    throw error
  }
}
