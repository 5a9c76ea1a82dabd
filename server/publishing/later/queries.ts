import { type RawBuilder, sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import type { PlannedPublication } from './contract.ts'

/**
 * Selects, as JSON, the planned publications with unpublished shifts of an event, the next first. Counts shifts of this
 * event only.
 * @param event alias of its row.
 */
export const plannedPublications = (event: string): RawBuilder<PlannedPublication[]> => sql`
  (select coalesce(json_agg(json_build_object('id', p.id, 'at', ${instantText('p.due_at')}, 'shifts', n.shifts,
      'left_out', n.left_out,
      'by', (select coalesce(nullif(o.name, ''), o.email) from people o where o.site_id = p.site_id and o.id = p.created_by)) order by p.due_at, p.id), '[]')
    from publications p cross join lateral (select count(*)::int as shifts,
      case when ${sql.raw(isOffSql(event))} then 'called_off' when ${sql.raw(event)}.archived then 'archived' end as left_out from shifts s
      where s.site_id = p.site_id and s.id = any (p.shifts) and s.event = ${sql.raw(event)}.id and s.draft is null) n
    where p.site_id = ${sql.raw(event)}.site_id and p.state = 'planned' and n.shifts > 0)`
