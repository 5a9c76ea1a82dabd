import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { expiresSql } from '#server/records/current.ts'
import { personEndSql, personStartSql } from '#server/shifts/times/rules.ts'
import type { EndangeredShifts } from './contract.ts'

/** The times of the person on a shift. */
const own = { start: sql.raw(personStartSql('s')), end: sql.raw(personEndSql('s')) }

/**
 * Lists the competencies that a person's coming shifts need and that do not last to the end of the shift, the shift that comes
 * first leading: its role requires the competency, and no record of the person covers the shift's last day. In one statement.
 */
export async function listEndangeredShifts(
  { db, site, clock }: Pick<Ctx, 'db' | 'site' | 'clock'>,
  person: number,
): Promise<EndangeredShifts[]> {
  const { rows } = await sql<EndangeredShifts>`
    with needed as (
      select s.id, s.event, c.id as competency, c.name, ${own.start} as start, held.expires,
        row_number() over (partition by c.id order by ${own.start}, s.id) as nth,
        count(*) over (partition by c.id)::integer as shifts
      from core.shifts s
      join core.roles r on r.site_id = s.site_id and r.id = s.role
      join core.competencies c on c.site_id = r.site_id and c.id = any (r.required_competencies)
      cross join lateral (select ((${own.end} - interval '1 millisecond') at time zone ${site.timezone})::date as day) as last
      left join lateral (
        select n.id, ${sql.raw(expiresSql('n'))} as expires from core.records n
        where n.site_id = s.site_id and n.person = s.person and n.competency = c.id and n.achieved <= last.day
        order by n.achieved desc, n.id desc limit 1) held on true
      where s.person = ${person} and s."end" >= ${clock.now()} and (held.id is null or held.expires < last.day))
    select n.competency, n.name, n.expires::text, n.shifts, n.event as first_event, coalesce(e.name, '') as first_name,
      ${instantText('n.start')} as first_start
    from needed n left join core.events e on e.id = n.event
    where n.nth = 1 order by n.start, n.id, n.competency`.execute(db)
  return rows
}
