import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

/** Returns until when an open shift is held for someone on its waiting list, or null. */
export async function heldUntil(db: SiteDb, shift: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ hold_until: Date }>`
    select o.hold_until from waitingoffers o join shifts s on s.site_id = o.site_id and s.id = o.shift
    where o.shift = ${shift} and s.person is null and o.ended is null and o.exclusive and o.hold_until > ${now}`.execute(
    db,
  )
  return rows[0]?.hold_until ?? null
}
