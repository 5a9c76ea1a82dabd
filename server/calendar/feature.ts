import { sql } from 'kysely'
import { defineFeature } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'

export const calendarFeature = defineFeature({
  name: 'calendar',
  calls: {
    'GET /calendarfeed': null,
    'POST /calendarfeed': null,
    'DELETE /calendarfeed': null,
    'GET /events/calendar': null,
  },
  audit: {
    'calendar_feed.reset': 'Made a new calendar link',
    'calendar_feed.remove': 'Removed the calendar link',
  },
  ownData: {
    withdrawn_shifts: (me) =>
      jsonList(
        sql`'event', w.event_name, 'start', ${instantText('w.start')}, 'end', ${instantText('w."end"')}, 'withdrawn_at', ${instantText('w.withdrawn_at')}`,
        'w.id',
        sql`from withdrawn_shifts w where w.person = ${me}`,
      ),
    calendar_subscription: (me) =>
      sql`(select jsonb_build_object('since', ${instantText('g.created_at')}) from calendar_feeds g where g.person = ${me})`,
  },
  erase: ({ site, id }) => [
    sql`delete from core.calendar_feeds where site_id = ${site} and person = ${id}`,
    sql`delete from core.withdrawn_shifts where site_id = ${site} and person = ${id}`,
  ],
  keeps: [
    { table: 'withdrawn_shifts', days: 90, over: (before) => sql`greatest(r."end", r.withdrawn_at) < ${before}` },
  ],
})
