import { sql } from 'kysely'
import type { Metrics } from '#server/deliveries/metrics.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

export type PlanResult = { queued: number; missed: number; skipped: number }

/**
 * Runs one tick: queues every reminder that fell due, for all sites, in one statement. Repeating it, or running it in several
 * workers, changes nothing: each reminder has a unique key.
 */
export async function planReminders(
  deps: { pool: Pool; log: Log; metrics: Metrics },
  { now }: { now: Date },
): Promise<PlanResult> {
  const planned = await inTransaction<DB, PlanResult>(deps.pool, 'write', {}, async (db) => {
    const { rows } = await sql<{ planned: PlanResult }>`select core.plan_reminders(${now}) as planned`.execute(db)
    return rows[0]?.planned ?? { queued: 0, missed: 0, skipped: 0 }
  })
  deps.metrics.due.inc(planned.queued)
  deps.metrics.skipped.inc({ reason: 'late' }, planned.skipped)
  if (planned.missed) {
    deps.metrics.missed.inc(planned.missed)
    deps.log.error({ missed: planned.missed }, 'reminders were missed: shifts began while no worker was planning')
  }
  return planned
}

/** A reminder that a planner at `at` would queue. Instants in UTC, the date in the site's zone. */
export type PreviewRow = {
  site: string
  shift: number
  event_name: string
  person: number
  name: string
  kind: string
  channel: string
  start: Date
  start_local_date: string
  due_at: Date
}

/**
 * Lists what would be queued at `at`: due by then, still useful, and without a row. Changes nothing.
 * @param pool of the platform role.
 */
export const previewPlan = ({ pool }: { pool: Pool }, at: Date): Promise<PreviewRow[]> =>
  inTransaction<DB, PreviewRow[]>(pool, 'read', {}, async (db) => {
    const { rows } = await sql<PreviewRow>`
      select t.slug as site, r.shift, e.name as event_name, r.person, p.name, r.kind, r.channel, r.start, r.start_local_date, r.due_at
      from core.due_reminders(${at}::timestamptz - interval '8 days', ${at}::timestamptz) r
      join core.sites t on t.id = r.site_id
      join core.people p on p.site_id = r.site_id and p.id = r.person
      join core.events e on e.site_id = r.site_id and e.id = r.event
      where ${at}::timestamptz < r.useful_until and not exists (
        select from core.deliveries d where d.site_id = r.site_id and d.shift = r.shift and d.person = r.person and d.kind = r.kind
          and d.channel = r.channel and d.start_local_date = r.start_local_date)
      order by r.due_at, t.slug, r.shift, r.kind, r.channel`.execute(db)
    return rows
  })
