import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

/** `confirmed`: the owner of the email answered a mail to it; until then anybody may have typed it. */
export type Registration = { id: number; name: string; email: string; confirmed: boolean; created_at: Date }

export type Registrations = { count: number; people: Registration[] }

/** More than anybody looks through at once; the list of people holds them all. */
export const MAX_SHOWN = 100

/** People who wait for approval, the newest first, and how many there are (for admins). */
export async function listNewRegistrations(db: SiteDb): Promise<Registrations> {
  const { rows } = await sql<Registration & { count: number }>`
    select id, name, email, identity.is_proved(account_id) as confirmed, created_at, count(*) over () as count from people
    where role = 'new' and erased_at is null order by created_at desc, id desc limit ${MAX_SHOWN}`.execute(db)
  return { count: rows[0]?.count ?? 0, people: rows.map(({ count: _, ...person }) => person) }
}
