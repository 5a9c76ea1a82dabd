import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

export const TAKE_BACK_MS = 10 * 60_000

const IS_START = sql`a.subject = 'shifts' and a.action = 'shift.start' and a.details ->> 'from' is null`

/** SQL: when the shift `s` was recorded as started, if it still runs. */
export const RUNNING_SINCE = sql<Date | null>`case when s.actual_start is not null and s.actual_end is null then (
  select max(a.at) from audit a where a.site_id = s.site_id and ${IS_START} and a.subject_id = s.id) end`

/** Returns when each shift was recorded as started, by the audit log. Excludes starts at a kiosk. */
export async function startsRecorded(db: SiteDb, shifts: readonly number[]): Promise<Map<number, Date>> {
  if (!shifts.length) return new Map()
  const { rows } = await sql<{ shift: number; at: Date }>`
    select a.subject_id as shift, max(a.at) as at from audit a
    where ${IS_START} and a.subject_id = any (${shifts}::bigint[]) group by a.subject_id`.execute(db)
  return new Map(rows.map(({ shift, at }) => [shift, at]))
}

type Worked = { id: number; actual_start: Date | string | null; actual_end: Date | string | null }

/** Adds the ISO instant until which a start can be taken back; null when it cannot. */
export async function withTakeBack<T extends Worked>(
  db: SiteDb,
  shifts: readonly T[],
  now: Date,
): Promise<(T & { take_back_until: string | null })[]> {
  const isRunning = ({ actual_start, actual_end }: Worked) => actual_start !== null && actual_end === null
  const recorded = await startsRecorded(
    db,
    shifts.filter(isRunning).map(({ id }) => id),
  )
  return shifts.map((shift) => {
    const at = recorded.get(shift.id)
    return { ...shift, take_back_until: at && isRunning(shift) ? takeBackUntil(at, now) : null }
  })
}

/** Returns the ISO instant until which a start of a running shift can be taken back, or null. */
export function takeBackUntil(recorded: Date, now: Date): string | null {
  const until = recorded.getTime() + TAKE_BACK_MS
  return until > now.getTime() ? new Date(until).toISOString() : null
}
