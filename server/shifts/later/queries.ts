import { sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { PlannedPublication } from './contract.ts'

/** The planned publications that hold unpublished shifts of an event, the next first; they are counted for this event only. */
export async function listPlanned(db: SiteDb, event: number): Promise<PlannedPublication[]> {
  const { rows } = await sql<PlannedPublication>`
    select p.id, ${instantText('p.due_at')} as at, count(*)::int as shifts, (select coalesce(nullif(n.name, ''), n.email) from people n where n.id = p.created_by) as by
    from shifts s join publications p on p.state = 'planned' and s.id = any (p.shifts)
    where s.event = ${event} and s.draft is null group by p.id, p.due_at, p.created_by order by p.due_at, p.id`.execute(
    db,
  )
  return rows
}
