import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import type { Window } from '../month.pure.ts'
import type { PublicCalendar, PublicEvent } from './contract.ts'

const MAX_EVENTS = 1000

/** Whether event `e` is public: in no series, and with a published shift or none at all. */
const isPublic = sql`not e.archived and e.series is null
  and (not exists (select from shifts s where s.site_id = e.site_id and s.event = e.id)
    or exists (select from shifts s where s.site_id = e.site_id and s.event = e.id and s.draft is not null))`

type Row = Omit<PublicEvent, 'start' | 'end' | 'organisation'> & { start: Date; end: Date }
type Club = { organisation: string; home: string }

const selectFacts = sql`
  select e.id, e.name, e.start, e."end", l.name as location, coalesce(e.color, t.color) as color, e.event_url, ${sql.raw(isOffSql('e'))} as called_off
  from events e
  left join eventtypes t on t.site_id = e.site_id and t.id = e.eventtype
  left join locations l on l.site_id = e.site_id and l.id = e.location`

const toPublic = (row: Row, { organisation, home }: Club): PublicEvent => ({
  ...row,
  start: row.start.toISOString(),
  end: row.end.toISOString(),
  organisation,
  event_url: row.event_url ?? (home || null),
})

/** Null for an unknown event and for one that is not public. @param club see below. */
export async function readPublicEvent(db: SiteDb, id: number, club: Club): Promise<PublicEvent | null> {
  const { rows } = await sql<Row>`${selectFacts} where e.id = ${id} and ${isPublic}`.execute(db)
  return rows[0] ? toPublic(rows[0], club) : null
}

/**
 * Reads the public events of a window (see `isPublic`).
 * @param club.home the link of an event without its own address; empty for none.
 */
export async function readPublicCalendar(db: SiteDb, { from, to }: Window, club: Club): Promise<PublicCalendar> {
  const { rows } = await sql<Row>`
    ${selectFacts}
    where e.start < ${to} and (e."end" > ${from} or e.start >= ${from}) and ${isPublic}
    order by e.start, e.id limit ${MAX_EVENTS}`.execute(db)
  const events = rows.map((row) => toPublic(row, club))
  return {
    count: events.length,
    order: events.map(({ id }) => id),
    results: { events: Object.fromEntries(events.map((event) => [event.id, event])) },
  }
}
