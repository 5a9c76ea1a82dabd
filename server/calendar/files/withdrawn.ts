import { sql } from 'kysely'
import { FEED_FUTURE, FEED_PAST } from '#server/calendar/feed/queries.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

/** Instants are ISO in UTC; `sequence` is that of the cancellation. */
export type WithdrawnEntry = {
  id: number
  name: string
  location: string
  start: string
  end: string
  sequence: number
  withdrawn_at: string
}

/** `event` is null while the event exists; `shifts` are the person's. */
export type Withdrawn = { event: WithdrawnEntry | null; shifts: WithdrawnEntry[] }

/**
 * Reads an event's cancelled entries, which are kept as long as in a feed. The event was visible to every member; the
 * shifts are the person's own.
 */
export async function getWithdrawn(
  db: SiteDb,
  { event, person, now }: { event: number; person: number; now: Date },
): Promise<Withdrawn> {
  const inFeedRange = sql`between ${now}::timestamptz - ${FEED_PAST}::interval and ${now}::timestamptz + ${FEED_FUTURE}::interval`
  const { rows } = await sql<Withdrawn>`
    select (select row_to_json(x) from (
        select w.event as id, w.name, w.location, w.start, w."end", w.sequence, w.withdrawn_at from withdrawn_events w
        where w.event = ${event} and w.start ${inFeedRange}) x) as event,
      (select coalesce(json_agg(x order by x.start, x.id), '[]') from (
        select w.shift as id, w.event_name as name, '' as location, w.start, w."end", w.sequence, w.withdrawn_at from withdrawn_shifts w
        where w.event = ${event} and w.person = ${person} and w.start ${inFeedRange}) x) as shifts`.execute(db)
  return rows[0]!
}
