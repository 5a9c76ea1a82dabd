import { sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { isLiveSql } from '#server/shift-facts/event-sql.ts'
import { outsideSql } from '#server/shift-facts/times/rules.ts'

/** `start` is ISO. `planned_at`: when some of its shifts will be published, or null. */
export type UnpublishedEvent = {
  id: number
  name: string
  start: string
  unpublished: number
  planned_at: string | null
}

/**
 * Soonest first. `count` includes all coming events, `ids` at most a thousand, `rows` only the first; `past`: events that
 * are over with unpublished shifts.
 */
export type UnpublishedEvents = { count: number; ids: number[]; past: number; rows: UnpublishedEvent[] }

/** `shifts` lie outside the event and ahead; `first` is when the first of them starts. Instants are ISO. */
export type EventWithOutside = { id: number; name: string; start: string; shifts: number[]; first: string }

/** Events that a coordinator has to look at; those with shifts outside them by the first of these. */
export type FaultyEvents = { unpublished: UnpublishedEvents; outside: EventWithOutside[] }

/** For admins only. @param limit maximum rows of unpublished events. */
export async function readFaultyEvents(
  db: SiteDb,
  { now, limit }: { now: Date; limit: number },
): Promise<FaultyEvents> {
  const { rows } = await sql<FaultyEvents>`
    with unpublished as (
      select e.site_id, e.id, e.name, e.start, count(*)::int as unpublished, array_agg(s.id) as shifts
      from events e join shifts s on s.site_id = e.site_id and s.event = e.id
      where s.draft is null and e."end" > ${now} and not e.archived group by e.site_id, e.id, e.name, e.start),
    shown as (
      select u.id, u.name, ${instantText('u.start')} as start, u.unpublished,
        (select ${instantText('min(p.due_at)')} from publications p where p.site_id = u.site_id and p.state = 'planned' and p.shifts && u.shifts) as planned_at
      from unpublished u order by u.start, u.id limit ${limit}),
    past as (
      select count(*)::int as count from events e where e."end" <= ${now} and not e.archived
        and exists (select from shifts s where s.site_id = e.site_id and s.event = e.id and s.draft is null)),
    outside as (
      select e.id, e.name, ${instantText('e.start')} as start, json_agg(s.id order by s.start, s.id) as shifts, ${instantText('min(s.start)')} as first
      from shifts s join events e on e.site_id = s.site_id and e.id = s.event
      where s."end" > ${now} and ${sql.raw(outsideSql('s', 'e'))} and ${sql.raw(isLiveSql('e'))}
      group by e.id, e.name, e.start order by min(s.start), e.id)
    select json_build_object('count', (select count(*) from unpublished),
        'ids', coalesce((select json_agg(u.id) from (select id from unpublished order by start, id limit 1000) u), '[]'), 'past', (select count from past),
        'rows', coalesce((select json_agg(shown) from shown), '[]')) as unpublished,
      coalesce((select json_agg(outside) from outside), '[]') as outside`.execute(db)
  return rows[0]!
}
