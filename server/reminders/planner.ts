import { type Kysely, sql } from 'kysely'
import type { Metrics } from '#server/deliveries/metrics.ts'
import { overSites, siteIds } from '#server/engine/access/sweep.ts'
import { inHalves } from '#server/engine/kernel/db/in-halves.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { isTransient } from '#server/engine/kernel/db/transient.ts'
import type { Failures } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

export type PlanResult = { queued: number; missed: number; skipped: number }

/** Shifts read per transaction: the limit, and the smallest portion after timeouts. */
const PORTION = { most: 1_000, fewest: 20 }
const STATEMENT_TIMED_OUT = '57014'

type Portion = PlanResult & { done: boolean }
type PlanDeps = { pool: Pool; log: Log; metrics: Metrics; failures?: Failures; stopping?: () => boolean }

/**
 * Runs one tick: queues every due and useful reminder of the shifts in `core.dues`, unless the person was told since.
 * One transaction per portion; the next tick resumes an interrupted one. Idempotent through each reminder's unique key;
 * safe in several workers. Skips sites whose rows cannot be planned.
 */
export async function planReminders(deps: PlanDeps, { now }: { now: Date }): Promise<PlanResult> {
  const planned = { queued: 0, missed: 0, skipped: 0 }
  let only: readonly number[] | null = null
  let most = PORTION.most
  while (!deps.stopping?.()) {
    try {
      const portion = await planPortion(deps.pool, { now, most, only })
      for (const key of ['queued', 'missed', 'skipped'] as const) planned[key] += portion[key]
      report(deps, portion)
      if (portion.done) break
    } catch (error) {
      const isTooMuch = (error as { code?: string }).code === STATEMENT_TIMED_OUT && most > PORTION.fewest
      if (isTooMuch) most = Math.max(PORTION.fewest, Math.floor(most / 4))
      else if (isTransient(error)) throw error
      else only = await sitesToPlan(deps, { now, most, only }, error)
    }
  }
  return planned
}

type Wanted = {
  now: Date
  most: number
  only: readonly number[] | null
}

const planPortion = (pool: Pool, wanted: Wanted): Promise<Portion> =>
  inTransaction<DB, Portion>(pool, 'write', {}, (db) => plan(db, wanted))

async function plan(db: Kysely<DB>, { now, most, only }: Wanted): Promise<Portion> {
  const { rows } = await sql<{ planned: Portion }>`
    select core.plan_reminders(${now}, ${most}::integer, ${only}::bigint[]) as planned`.execute(db)
  return rows[0]!.planned
}

/**
 * Bisects the sites after a failed portion, without storing anything.
 * @throws `cause` if every site can be planned.
 */
async function sitesToPlan({ pool, failures }: PlanDeps, wanted: Wanted, cause: unknown): Promise<number[]> {
  const sites = wanted.only ?? (await siteIds(pool))
  const failed = new Set<number>()
  const tried = Symbol('tried')
  const tryFor = (only: readonly number[]) =>
    inTransaction<DB, void>(pool, 'write', {}, async (db) => {
      await plan(db, { ...wanted, only })
      throw tried
    }).catch((thrown) => {
      if (thrown !== tried) throw thrown
    })
  await tryFor([])
  await inHalves(sites, tryFor, (site, error) => {
    failed.add(site)
    failures?.note('plan_reminders', { site }, error)
  })
  if (!failed.size) throw cause
  return sites.filter((site) => !failed.has(site))
}

function report({ metrics, log }: PlanDeps, { queued, missed, skipped }: Portion) {
  metrics.due.inc(queued)
  metrics.skipped.inc({ reason: 'late' }, skipped)
  if (!missed) return
  metrics.missed.inc(missed)
  log.error({ missed }, 'reminders were missed: shifts began while no worker was planning')
}

/** A reminder that the planner would queue at `at`. Instants in UTC, the date in the site's zone. */
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
 * Lists the reminders that would be queued at `at`. Read-only.
 * @param parts.pool of the platform role.
 */
export async function previewPlan(parts: { pool: Pool; failures?: Failures }, at: Date): Promise<PreviewRow[]> {
  const rows = await overSites(parts, 'reminders_of', (only) =>
    inTransaction<DB, PreviewRow[]>(parts.pool, 'read', {}, async (db) => {
      const { rows } = await sql<PreviewRow>`
        select t.slug as site, s.id as shift, e.name as event_name, s.person, p.name, r.kind, r.channel, s.start, r.start_local_date, r.due_at
        from core.shifts s cross join lateral core.reminders_of(s) r
        join core.sites t on t.id = s.site_id
        join core.people p on p.site_id = s.site_id and p.id = s.person
        join core.events e on e.site_id = s.site_id and e.id = s.event
        where s.draft is not null and s.person is not null and s.actual_start is null
          and s.start > ${at}::timestamptz and s.start < ${at}::timestamptz + interval '9 days'
          and (${only}::bigint[] is null or s.site_id = any (${only}::bigint[]))
          and r.due_at <= ${at}::timestamptz and ${at}::timestamptz < r.useful_until and not exists (
            select from core.deliveries d where d.site_id = s.site_id and d.shift = s.id and d.person = s.person and d.kind = r.kind
              and d.channel = r.channel and d.start_local_date = r.start_local_date)
          and coalesce(core.last_told(s.site_id, s.id, s.person, r.channel) < r.due_at, true)
        order by r.due_at, t.slug, s.id, r.kind, r.channel`.execute(db)
      return rows
    }),
  )
  return rows.flat()
}
