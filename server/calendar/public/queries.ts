import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Window } from '../month/rules.ts'
import type { PublicCalendar, PublicEvent } from './contract.ts'

/** The most events that the public calendar shows. */
const MAX_EVENTS = 1000

/**
 * Reads the published events of a window that belong to no series. An event is published once one of its shifts is, or when
 * it has none: an event with only unpublished shifts stays hidden.
 * @param home the link of an event without an address of its own; empty for none.
 */
export async function readPublicCalendar(
  db: SiteDb,
  { from, to }: Window,
  { organisation, home }: { organisation: string; home: string },
): Promise<PublicCalendar> {
  const { rows } = await sql<Omit<PublicEvent, 'start' | 'end' | 'organisation'> & { start: Date; end: Date }>`
    select e.id, e.name, e.start, e."end", l.name as location, coalesce(e.color, t.color) as color, e.event_url
    from events e
    left join eventtypes t on t.site_id = e.site_id and t.id = e.eventtype
    left join locations l on l.site_id = e.site_id and l.id = e.location
    where e.start < ${to} and (e."end" > ${from} or e.start >= ${from}) and not e.archived and e.series is null
      and (not exists (select from shifts s where s.site_id = e.site_id and s.event = e.id)
        or exists (select from shifts s where s.site_id = e.site_id and s.event = e.id and s.draft is not null))
    order by e.start, e.id limit ${MAX_EVENTS}`.execute(db)
  const events = rows.map(
    (row): PublicEvent => ({
      ...row,
      start: row.start.toISOString(),
      end: row.end.toISOString(),
      organisation,
      event_url: row.event_url ?? (home || null),
    }),
  )
  return {
    count: events.length,
    order: events.map(({ id }) => id),
    results: { events: Object.fromEntries(events.map((event) => [event.id, event])) },
  }
}
