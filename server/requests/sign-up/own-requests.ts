import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { isLiveSql } from '#server/shift-facts/event-sql.ts'

export type PendingRequest = {
  id: number
  event: number
  event_name: string
  start: Date
  comments: string
  assignment_name: string
  series: number | null
  series_name: string
}

/**
 * Lists a person's pending requests, soonest first: no shift of the event yet, not declined, and the event neither over
 * nor called off.
 */
export async function listOwnRequests(
  db: SiteDb,
  { person, now, limit = 50 }: { person: number; now: Date; limit?: number },
): Promise<PendingRequest[]> {
  const { rows } = await sql<PendingRequest>`
    select r.id, r.event, e.name as event_name, e.start, r.comments, concat_ws(' · ', a.name, o.name) as assignment_name,
      e.series, coalesce(q.name, '') as series_name
    from requests r join events e on e.site_id = r.site_id and e.id = r.event
    left join series q on q.site_id = e.site_id and q.id = e.series
    left join assignments a on a.site_id = r.site_id and a.id = r.assignment
    left join roles o on o.site_id = r.site_id and o.id = r.role
    where r.person = ${person} and r.declined_at is null and e."end" > ${now} and ${sql.raw(isLiveSql('e'))}
      and not exists (select from shifts s where s.site_id = r.site_id and s.event = r.event and s.person = r.person and s.draft is not null)
    order by e.start, r.id limit ${limit}`.execute(db)
  return rows
}
