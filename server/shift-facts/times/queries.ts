import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { outsideSql } from './rules.ts'

export async function countOutside(db: SiteDb, events: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from shifts s join events e on e.site_id = s.site_id and e.id = s.event
    where e.id = any (${events}::bigint[]) and ${sql.raw(outsideSql('s', 'e'))}`.execute(db)
  return rows[0]!.count
}
