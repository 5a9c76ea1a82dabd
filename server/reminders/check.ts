import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Metrics } from '#server/deliveries/metrics.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Failures } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { createWithSite, type SiteDb } from '#server/engine/tenancy/with-site.ts'
import { isOnSql } from '#server/shift-facts/event-sql.ts'
import { checkKept } from './check-kept.ts'
import { type CheckedShift, compareReminders, type DeliveredReminder, type Difference } from './check-rules.ts'
import { checkTold } from './check-told.ts'

export type CheckResult = { sites: number; shifts: number; differences: (Difference & { site: string })[] }

/**
 * Runs the nightly check, independently of the planner's SQL: yesterday's reminders (site time zone) against those queued,
 * shifts of the coming week against the last message about each, and the planner's next look at coming shifts against
 * the next reminder due.
 */
export async function checkMessages(
  deps: { pool: Pool; log: Log; metrics: Metrics; failures: Failures },
  { now }: { now: Date },
): Promise<CheckResult> {
  const sites = await inTransaction<DB, Site[]>(deps.pool, 'read', {}, async (db) => {
    const { rows } = await sql<{ sites: Site[] }>`select core.active_sites() as sites`.execute(db)
    return rows[0]?.sites ?? []
  })
  const withSite = createWithSite(deps.pool)
  const result: CheckResult = { sites: sites.length, shifts: 0, differences: [] }
  const byId = new Map(sites.map((site) => [Number(site.id), site]))
  await deps.failures.each(
    'reminders.check',
    [...byId.keys()].map((site) => ({ site })),
    async ({ site: id }) => {
      const site = byId.get(id)!
      const { shifts, deliveries } = await withSite(site.id, (db) => readYesterday(db, site, now))
      const untold = await withSite(site.id, (db) => checkTold(db, site, now))
      const late = await withSite(site.id, (db) => checkKept(db, site, now), { access: 'write' })
      const differences = [...compareReminders(site, shifts, deliveries), ...untold, ...late]
      result.differences.push(...differences.map((d) => ({ ...d, site: site.slug })))
      result.shifts += shifts.length
    },
    { patience: 1 },
  )
  for (const kind of ['missing', 'extra', 'late'] as const)
    deps.metrics.checkerDifferences.inc({ kind }, result.differences.filter((d) => d.kind === kind).length)
  const report = { sites: result.sites, shifts: result.shifts, differences: result.differences.slice(0, 50) }
  if (result.differences.length) deps.log.error(report, 'the nightly check of messages found differences')
  else deps.log.info(report, 'the nightly check of messages found no difference')
  return result
}

async function readYesterday(
  db: SiteDb,
  site: Site,
  now: Date,
): Promise<{ shifts: CheckedShift[]; deliveries: DeliveredReminder[] }> {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(site.timezone).toPlainDate()
  const startOfDay = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(site.timezone).epochMilliseconds)
  const [from, until] = [startOfDay(today.subtract({ days: 1 })), startOfDay(today)]
  const shifts = await sql<CheckedShift>`
    select s.id, s.person, s.start, greatest(s.draft, s.assigned_at, s.start_changed_at) as known_at, s.actual_start, p.updated_at as person_changed_at,
      (select coalesce(json_agg(json_build_object('at', ${instantText('t.at')}, 'channel', d.channel, 'kind', d.kind)), '[]') from told t
        left join deliveries d on d.site_id = t.site_id and d.id = t.delivery
        where t.shift = s.id and t.person = s.person and t.state = 'theirs' and (t.by = 'message' or t.by = 'act' and coalesce((
            select w.state from told w where w.shift = t.shift and w.person = t.person and (w.at, w.id) < (t.at, t.id)
            order by w.at desc, w.id desc limit 1), 'not_theirs') = 'not_theirs')
          and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown'))) as told,
      p.email <> '' and p.email_reminders as by_email, p.phone is not null and p.sms_verified and p.sms_notifications as by_sms
    from shifts s join people p on p.site_id = s.site_id and p.id = s.person and p.is_active and p.erased_at is null
    join events e on e.site_id = s.site_id and e.id = s.event and ${sql.raw(isOnSql('e'))}
    where s.draft is not null and s.start >= ${from} and s.start < ${until}`.execute(db)
  const ids = shifts.rows.map((shift) => shift.id)
  const deliveries = await sql<DeliveredReminder>`
    select shift, person, kind, channel, start_local_date, state, sent_at from deliveries
    where shift = any (${ids}::bigint[]) and kind in ('reminder.week', 'reminder.day')`.execute(db)
  return { shifts: shifts.rows, deliveries: deliveries.rows }
}
