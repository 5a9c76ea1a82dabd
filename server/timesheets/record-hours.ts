import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { isOnSql } from '#server/shift-facts/event-sql.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { RUNNING_SINCE, takeBackUntil } from '#server/shifts/hours/take-back.ts'

export type HoursShift = {
  id: number
  event: number
  name: string
  assignment: string | null
  role: string | null
  start: Date
  end: Date
  actual_start: Date | null
  actual_end: Date | null
  /** Whether it starts today (site time zone); only then can it be started here. */
  today: boolean
  /** ISO instant until which a mistaken start can be taken back, or null. */
  take_back_until: string | null
}

const own = { start: sql.raw(personStartSql('s')), end: sql.raw(personEndSql('s')) }

/** Maximum past shifts without an end; ending one shows the next. */
const MAX_UNFINISHED = 50

/**
 * Lists the person's published shifts that start or end today (site time zone), then past ones without an actual end,
 * latest first. A shift that ends at midnight ends on the day before.
 */
export async function listRecordHours(
  db: SiteDb,
  { person, now, zone }: { person: number; now: Date; zone: string },
): Promise<HoursShift[]> {
  const { rows } = await sql<Omit<HoursShift, 'take_back_until'> & { recorded: Date | null }>`
    with bounds as (
      select day at time zone ${zone} as from_at, (day + interval '1 day') at time zone ${zone} as to_at
      from (select date_trunc('day', ${now}::timestamptz at time zone ${zone}) as day) d),
    mine as (
      select s.id, s.event, e.name, a.name as assignment, r.name as role, ${own.start} as start, ${own.end} as "end", s.actual_start, s.actual_end, ${RUNNING_SINCE} as recorded,
        ${own.start} >= b.from_at and ${own.start} < b.to_at as today,
        (${own.start} >= b.from_at and ${own.start} < b.to_at) or (${own.end} > b.from_at and ${own.end} <= b.to_at) as near
      from shifts s join events e on e.site_id = s.site_id and e.id = s.event
      left join assignments a on a.site_id = s.site_id and a.id = s.assignment
      left join roles r on r.site_id = s.site_id and r.id = s.role, bounds b
      where s.person = ${person} and s.draft is not null and ${sql.raw(isOnSql('e'))} and ${own.start} < b.to_at
        and (${own.start} >= b.from_at or ${own.end} > b.from_at or s.actual_end is null))
    (select id, event, name, assignment, role, start, "end", actual_start, actual_end, today, recorded from mine where near order by start, id)
    union all
    (select id, event, name, assignment, role, start, "end", actual_start, actual_end, today, recorded from mine
      where not near and "end" < ${now} and actual_end is null order by start desc, id desc limit ${MAX_UNFINISHED})`.execute(
    db,
  )
  return rows.map(({ recorded, ...shift }) => ({ ...shift, take_back_until: recorded && takeBackUntil(recorded, now) }))
}
