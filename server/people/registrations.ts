import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

/** `confirmed`: the email's owner responded to a message; until then anyone may have entered it. */
export type Registration = { id: number; name: string; email: string; confirmed: boolean; created_at: Date }

export type Registrations = { count: number; people: Registration[] }

const MAX_REGISTRATIONS = 100

/** Returns a registration that waits for approval, else null (for admins). */
export async function readRegistration(db: SiteDb, id: number): Promise<Registration | null> {
  const row = await db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'created_at', sql<boolean>`identity.is_proved(account_id)`.as('confirmed')])
    .where('id', '=', id)
    .where('role', '=', 'new')
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Lists pending people, newest first, with their number (for admins). */
export async function listNewRegistrations(db: SiteDb): Promise<Registrations> {
  const { rows } = await sql<Registration & { count: number }>`
    select id, name, email, identity.is_proved(account_id) as confirmed, created_at, count(*) over () as count from people
    where role = 'new' and erased_at is null order by created_at desc, id desc limit ${MAX_REGISTRATIONS}`.execute(db)
  return { count: rows[0]?.count ?? 0, people: rows.map(({ count: _, ...person }) => person) }
}

export async function listNewIds(db: SiteDb): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from people where role = 'new' and erased_at is null order by id`.execute(db)
  return rows.map(({ id }) => id)
}
