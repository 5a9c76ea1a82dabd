import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { MergeMatch, MergeMatches } from './contract.ts'
import type { MergeFacts } from './rules.ts'

/** More than a club has of one name. */
const MAX_MATCHES = 5

export const NOT_WAITING = 'This registration is no longer waiting.'

export type WaitingRegistration = MergeFacts & { id: number; confirmed: boolean }

/** Returns a pending registration. @throws DomainError 'not_found'. */
export async function readWaiting(db: SiteDb, id: number): Promise<WaitingRegistration> {
  const row = await db
    .selectFrom('people')
    .select(['id', 'phone', 'notes', 'tags', sql<boolean>`identity.is_proved(account_id)`.as('confirmed')])
    .where('id', '=', id)
    .where('role', '=', 'new')
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound(NOT_WAITING)
  return row
}

/**
 * Finds up to five members with the registration's name or phone, active ones first. Excludes admins and other
 * registrations.
 * @param only restricts the search to one person.
 */
export async function findMatches(db: SiteDb, registration: number, only?: number): Promise<MergeMatch[]> {
  const matching = (same: RawBuilder<SqlBool>) => sql`
    (select p.id from core.people p, registration r
      where ${same} and p.id <> r.id and p.role = 'user' and p.erased_at is null and p.email <> ''
        ${only === undefined ? sql`` : sql`and p.id = ${only}`}
      order by p.is_active desc, p.id limit ${MAX_MATCHES})`
  const { rows } = await sql<MergeMatch>`
    with registration as (select id, core.folded(name) as folded, phone from core.people where id = ${registration}),
    matches as (
      ${matching(sql<SqlBool>`core.folded(p.name) = r.folded and r.folded <> ''`)}
      union ${matching(sql<SqlBool>`p.phone = r.phone`)})
    select p.id, p.name, p.email, p.phone, p.is_active, core.folded(p.name) = r.folded as same_name,
      coalesce(p.phone = r.phone, false) as same_phone
    from matches m join core.people p on p.id = m.id cross join registration r
    order by p.is_active desc, p.id limit ${MAX_MATCHES}`.execute(db)
  return rows
}

/** @throws DomainError 'not_found'. */
export async function listMatches(db: SiteDb, registration: number): Promise<MergeMatches> {
  const { confirmed } = await readWaiting(db, registration)
  return { confirmed, people: await findMatches(db, registration) }
}
