import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { isLiveSql } from '#server/shift-facts/event-sql.ts'
import { personStartSql } from '#server/shift-facts/times/rules.ts'
import { missingSql } from '#server/suitability/missing/queries.ts'
import type { EndangeredShifts } from './contract.ts'

export async function listEndangeredShifts(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  person: number,
): Promise<EndangeredShifts[]> {
  const start = sql.raw(personStartSql('s'))
  const { rows } = await sql<EndangeredShifts>`
    with needed as (
      select s.id, e.id as event, e.name as event_name, m.id as competency, m.name, ${start} as start, m.until,
        row_number() over (partition by m.id order by ${start}, s.id) as nth, count(*) over (partition by m.id)::integer as shifts
      from core.shifts s join core.events e on e.site_id = s.site_id and e.id = s.event
      cross join lateral (${sql.raw(missingSql('s', 's.person'))}) m
      where s.person = ${person} and s."end" > ${clock.now()} and ${sql.raw(isLiveSql('e'))})
    select n.competency, n.name, n.until::text as expires, n.shifts, n.event as first_event, n.event_name as first_name,
      ${instantText('n.start')} as first_start
    from needed n where n.nth = 1 order by n.start, n.id, n.competency`.execute(db)
  return rows
}
