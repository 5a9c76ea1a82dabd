import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

export const TAKE_BACK_MS = 10 * 60_000

/** Returns when each shift was recorded as started, by the audit log. Excludes starts at a kiosk. */
export async function startsRecorded(db: SiteDb, shifts: readonly number[]): Promise<Map<number, Date>> {
  if (!shifts.length) return new Map()
  const { rows } = await sql<{ shift: number; at: Date }>`
    select a.subject_id as shift, max(a.at) as at from audit a
    where a.subject = 'shifts' and a.subject_id = any (${shifts}::bigint[]) and a.action = 'shift.start' and a.details ->> 'from' is null
    group by a.subject_id`.execute(db)
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
    const until = at && isRunning(shift) ? at.getTime() + TAKE_BACK_MS : 0
    return { ...shift, take_back_until: until > now.getTime() ? new Date(until).toISOString() : null }
  })
}
