import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { eventNameSql, isLiveSql } from '#server/shift-facts/event-sql.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { MAX_ROSTERED, type RosteredShift } from './contract.ts'

const own = { start: sql.raw(personStartSql('s')), end: sql.raw(personEndSql('s')) }

/** Lists the person's published shifts on these local days that are not over. Excludes events that are called off. */
export async function listRostered(
  { db, site, clock }: Pick<Ctx, 'db' | 'site' | 'clock'>,
  { person, dates }: { person: number; dates: readonly string[] },
): Promise<RosteredShift[]> {
  if (!dates.length) return []
  const zone = site.timezone
  const { rows } = await sql<RosteredShift>`
    select s.id, s.event, ${sql.raw(eventNameSql('e.name'))} as name, coalesce(a.name, r.name, '') as duty,
      ${instantText(personStartSql('s'))} as start, ${instantText(personEndSql('s'))} as "end",
      s.answer is not distinct from 'seeking_cover' as seeks_cover
    from shift_facts s
    join events e on e.site_id = s.site_id and e.id = s.event and ${sql.raw(isLiveSql('e'))}
    left join assignments a on a.site_id = s.site_id and a.id = s.assignment
    left join roles r on r.site_id = s.site_id and r.id = s.role
    where s.person = ${person} and s.draft is not null and ${own.end} > ${clock.now()} and s.actual_end is null
      and exists (select from unnest(${dates}::date[]) as d (day) where d.day between (${own.start} at time zone ${zone})::date
        and (greatest(${own.start}, ${own.end} - interval '1 millisecond') at time zone ${zone})::date)
    order by ${own.start}, s.id limit ${MAX_ROSTERED}`.execute(db)
  return rows
}
