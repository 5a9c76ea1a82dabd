import { sql } from 'kysely'
import type { SiteDb } from '#server/tenancy/with-site.ts'

export type Registration = { id: number; name: string; email: string; created_at: Date }

export type Registrations = { count: number; people: Registration[] }

/** More than anybody looks through at once; the list of people holds them all. */
export const MOST_SHOWN = 100

/** People who wait for approval, the newest first, and how many there are (specification §2.5, New Registrations; admins only). */
export async function listNewRegistrations(db: SiteDb): Promise<Registrations> {
  const { rows } = await sql<Registration & { count: number }>`
    select id, name, email, created_at, count(*) over () as count from people
    where role = 'new' and erased_at is null order by created_at desc, id desc limit ${MOST_SHOWN}`.execute(db)
  return { count: rows[0]?.count ?? 0, people: rows.map(({ count: _, ...person }) => person) }
}
