import { sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

/**
 * `confirmed`: the email's owner responded to a message; until then anyone may have entered it. `created_at` is ISO.
 */
export type Registration = { id: number; name: string; email: string; confirmed: boolean; created_at: string }

export const CONFIRMED = sql<boolean>`identity.is_proved(account_id)`
export const CREATED_AT = instantText('created_at')

/** Returns a registration that waits for approval, else null (for admins). */
export async function readRegistration(db: SiteDb, id: number): Promise<Registration | null> {
  const row = await db
    .selectFrom('people')
    .select(['id', 'name', 'email', CONFIRMED.as('confirmed'), CREATED_AT.as('created_at')])
    .where('id', '=', id)
    .where('role', '=', 'new')
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function listNewIds(db: SiteDb): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from people where role = 'new' and erased_at is null order by id`.execute(db)
  return rows.map(({ id }) => id)
}
