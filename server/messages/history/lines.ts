import { type RawBuilder, sql } from 'kysely'
import { ROW, type StoredRow } from '#server/deliveries/explain/facts.ts'
import { FIELDS, replaceFields } from '#server/deliveries/texts/fields.pure.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { personStartSql } from '#server/shift-facts/times/rules.ts'
import type { Subject } from './contract.ts'

/** A stored delivery with its subject. `at` is when it was sent or is due. */
export type ListedRow = StoredRow & { at: string; about: Subject }

type Found = StoredRow & {
  at: string
  subject: string | null
  message: number | null
  event_name: string | null
  assignment: string | null
  start: string | null
}

const MESSAGE = sql`case when d.kind like 'bulk:%' then substring(d.kind from 6)::bigint end`

/** SQL: the shift's start for the delivery's person; ignores times agreed later with someone else. */
const START = `case when s.person = d.person then ${personStartSql('s')} else s.start end`

/** Reads deliveries `d` with their subjects, latest first. */
export async function readLines(
  db: SiteDb,
  which: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
): Promise<ListedRow[]> {
  const { rows } = await sql<Found>`
    select ${ROW}, ${instantText('coalesce(d.sent_at, d.due_at)')} as at, m.subject, m.id as message, e.name as event_name, a.name as assignment,
      ${instantText(START)} as start
    from deliveries d
    left join messages m on m.site_id = d.site_id and m.id = ${MESSAGE}
    left join shifts s on s.site_id = d.site_id and s.id = d.shift
    left join assignments a on a.site_id = d.site_id and a.id = s.assignment
    left join events e on e.site_id = d.site_id and e.id = d.event
    where ${which} order by coalesce(d.sent_at, d.due_at) desc, d.id desc ${page}`.execute(db)
  return rows.map(({ subject, message, event_name, assignment, start, ...row }) => ({
    ...row,
    about: {
      subject: subject ? replaceFields(subject, (name) => `[${FIELDS[name]}]`) : null,
      message,
      event: row.event !== null && event_name !== null ? { id: row.event, name: event_name } : null,
      assignment,
      start,
    },
  }))
}
