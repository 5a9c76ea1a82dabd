import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { expiresSql } from '#server/records/current.ts'
import type { MissingCompetency } from './contract.ts'

/**
 * Lists the competencies that a person lacks for the open published shifts of an event: the shift's role needs them and the
 * person's newest record does not cover the shift's last day. In one statement.
 * @param args.zone the site's IANA zone, in which days are counted.
 * @param args.shift only this shift, else all of the event.
 */
export async function listMissingCompetencies(
  db: SiteDb,
  { event, person, zone, shift }: { event: number; person: number; zone: string; shift?: number },
): Promise<MissingCompetency[]> {
  const { rows } = await sql<MissingCompetency>`
    select s.id as shift, c.name as competency, held.expires as expired
    from shifts s
    join roles r on r.site_id = s.site_id and r.id = s.role
    join competencies c on c.site_id = r.site_id and c.id = any (r.required_competencies)
    left join lateral (
      select n.id, ${sql.raw(expiresSql('n'))} as expires from records n
      where n.site_id = s.site_id and n.person = ${person} and n.competency = c.id order by n.achieved desc, n.id desc limit 1) held on true
    where s.event = ${event} and s.person is null and s.draft is not null and (${shift ?? null}::bigint is null or s.id = ${shift ?? null})
      and (held.id is null or held.expires < ((s."end" - interval '1 millisecond') at time zone ${zone})::date)
    order by s.id, c.name collate core.reading_order`.execute(db)
  return rows
}
