import { sql } from 'kysely'
import type { SiteDb } from '#server/tenancy/with-site.ts'

export type AgendaEvent = {
  id: number
  name: string
  start: Date
  end: Date
  detail: string | null
  location: string | null
  series: number | null
  series_name: string | null
  empty: number | null
  mine: boolean
}

/**
 * Events that overlap the window, by start, with at most `limit` of them. `series` narrows it to one series. The number of
 * open places is for admins; `mine` says that `person` holds a published place.
 */
export async function listAgenda(
  db: SiteDb,
  args: { from: Date; to: Date; person: number; admin: boolean; series: number | null; limit?: number },
): Promise<AgendaEvent[]> {
  const { rows } = await sql<AgendaEvent>`
    select e.id, e.name, e.start, e."end", t.name as detail, l.name as location, e.series, se.name as series_name,
      case when ${args.admin} then (select count(*) from shifts s where s.site_id = e.site_id and s.event = e.id and s.person is null) end as empty,
      exists (select from shifts s where s.site_id = e.site_id and s.event = e.id and s.person = ${args.person} and s.draft is not null) as mine
    from events e
    left join eventtypes t on t.site_id = e.site_id and t.id = e.eventtype
    left join locations l on l.site_id = e.site_id and l.id = e.location
    left join series se on se.site_id = e.site_id and se.id = e.series
    where e.start < ${args.to} and e."end" > ${args.from} and not e.archived
      and (${args.series}::bigint is null or e.series = ${args.series})
    order by e.start, e.id limit ${args.limit ?? 200}`.execute(db)
  return rows
}
