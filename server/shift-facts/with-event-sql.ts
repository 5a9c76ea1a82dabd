import { sql } from 'kysely'

/** SQL: joins the shift `s` of a row `x`, and its event `ev`. */
export const WITH_EVENT = sql`join shifts s on s.site_id = x.site_id and s.id = x.shift join events ev on ev.site_id = s.site_id and ev.id = s.event`
