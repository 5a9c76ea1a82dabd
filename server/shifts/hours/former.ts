import { sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { eventNameSql } from '#server/shift-facts/event-sql.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import type { FormerHours } from './contract.ts'

const MAX_ROWS = 100

export async function listFormerHours(db: SiteDb, person: number): Promise<FormerHours[]> {
  const { rows } = await sql<FormerHours>`
    select w.id, ${sql.raw(eventNameSql('e.name', 'w.event_name'))} as event_name, concat_ws(' · ', w.assignment, w.role) as duty,
      ${instantText(personStartSql('w'))} as start, ${instantText(personEndSql('w'))} as "end", ${instantText('w.actual_start')} as actual_start,
      ${instantText('w.actual_end')} as actual_end, w.hours
    from worked w left join events e on e.site_id = w.site_id and e.id = w.event
    where w.person = ${person} and w.draft is not null and w.hours is not null
    order by w.start desc, w.id desc limit ${MAX_ROWS}`.execute(db)
  return rows
}
