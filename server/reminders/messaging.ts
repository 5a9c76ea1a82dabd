import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { askForAnswers } from '#server/answers/questions.ts'
import { moveCovers } from '#server/cover/tick.ts'
import type { ReadBulk } from '#server/deliveries/bulk.ts'
import { claimDeliveries, type Rate } from '#server/deliveries/claim.ts'
import type { Channel } from '#server/deliveries/contract.ts'
import { heldBack } from '#server/deliveries/held-back.ts'
import { createLimits } from '#server/deliveries/limits.ts'
import { createMarker } from '#server/deliveries/mark.ts'
import { createMetrics, type Metrics } from '#server/deliveries/metrics.ts'
import { reconcile } from '#server/deliveries/reconcile.ts'
import { UNANSWERED_TIMES, type UnansweredTimes } from '#server/deliveries/rules.ts'
import { type SendDeps, sendClaimed } from '#server/deliveries/send.ts'
import { settleChanges } from '#server/deliveries/settle.ts'
import type { LinkAnswers, Transports, WriteMessage, WriteNotice } from '#server/deliveries/transport.ts'
import type { SweepDeps } from '#server/engine/access/sweep.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { isTransient } from '#server/engine/kernel/db/transient.ts'
import { createFailures, type Failures } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { askForDecisions } from '#server/events/decide/ask.ts'
import { tellOfEvents } from '#server/events/decide/commands.ts'
import { publishPlanned } from '#server/publishing/later/tick.ts'
import { checkMessages } from './check.ts'
import { type PlanResult, planReminders } from './planner.ts'
import { measurePlanner, plannerBehind } from './planner-behind.ts'

export type MessagingDeps = {
  pool: Pool
  clock: Clock
  log: Log
  registry: Registry
  transports: Transports
  write: WriteMessage
  writeNotice: WriteNotice
  readBulk: ReadBulk
  linkAnswers: LinkAnswers
  readFile: SendDeps['readFile']
  originOf: (site: Site) => string
  rates: Record<Channel, Rate>
  times?: UnansweredTimes
  leaseMs?: number
  batch?: number
  /** Concurrent senders per channel: one sends while the next claims. */
  lines?: number
}

export type Messaging = {
  metrics: Metrics
  failures: Failures
  /**
   * Settles changes, publishes planned shifts, advances searches for cover, queues due reminders and questions, then
   * sends due messages.
   */
  plan(): Promise<PlanResult>
  /** Plans unless the queue had some worker do so lately. */
  planIfLate(): Promise<PlanResult | null>
  /** Queues notices of settled changes. */
  settle(): Promise<unknown>
  /** Plans, then sends until nothing is due. A call during a run triggers one more run. */
  drain(): Promise<void>
  reconcile(): Promise<number>
  check(): ReturnType<typeof checkMessages>
  /** Stops claiming; resolves once running messages are sent and marked. */
  stop(): Promise<void>
}

/** The queue triggers a plan every 30 seconds. */
const LATE_SECONDS = 40

const CHANNELS: readonly Channel[] = ['email', 'sms']

export const settleAllChanges = (deps: SweepDeps): Promise<unknown> => settleChanges(deps, tellOfEvents)

/** The work of a tick besides changes and reminders, by its name in the log and the metrics. */
export const WORK_BESIDE: readonly (readonly [name: string, work: (deps: SweepDeps) => Promise<unknown>])[] = [
  ['shifts.publish', publishPlanned],
  ['answers.ask', askForAnswers],
  ['events.decide', askForDecisions],
  ['covers.move', moveCovers],
]

/** Creates the planner, senders and reconciler of one process. Safe in several processes. */
export function createMessaging(deps: MessagingDeps): Messaging {
  const { pool, clock, log, leaseMs = 60_000, batch = 20, lines = 2, times = UNANSWERED_TIMES } = deps
  const metrics = createMetrics(deps.registry)
  measurePlanner(deps.registry, { pool, clock })
  const stopped = new AbortController()
  const stopping = () => stopped.signal.aborted
  const now = () => clock.now()
  const failures = createFailures({ clock, log, registry: deps.registry })
  const marker = createMarker({
    ...{ pool, now, log, patienceMs: leaseMs / 2 },
    onConflict: (count) => metrics.conflictPrevented.inc(count),
    onRefused: ({ site_id: site, id: delivery }, error) => failures.note('mark_deliveries', { site, delivery }, error),
  })
  const limits = createLimits({ transports: deps.transports, rates: deps.rates, log })
  const send: SendDeps = {
    ...deps,
    withSite: createWithSite(pool, clock),
    metrics,
    failures,
    marker,
    leaseMs,
    stopping,
    refusing: new Set(),
  }

  const sendLoop = async (channel: Channel) => {
    while (!stopping()) {
      const { rate, lanes } = limits.forChannel(channel)
      const { rows, wait_ms } = await claimDeliveries(pool, {
        channel,
        wanted: batch,
        now: now(),
        rate,
        leaseMs,
        lanes,
        failures,
      })
      if (rows.length) await sendClaimed(send, rows)
      else if (wait_ms > 0) await pause(Math.min(wait_ms, 1_000), stopped.signal)
      else return
    }
  }
  const drains = Object.fromEntries(
    CHANNELS.map((channel) => [
      channel,
      coalesce(() => settleAll(Array.from({ length: lines }, () => sendLoop(channel)))),
    ]),
  ) as Record<Channel, () => Promise<void>>
  const measure = async () => {
    const { age, bulk } = await inTransaction<DB, { age: number; bulk: number }>(pool, 'read', {}, async (db) => {
      const { rows } = await sql<{ age: number; bulk: number }>`
        select core.oldest_due(${now()}) as age, core.oldest_bulk(${now()}) as bulk`.execute(db)
      return rows[0]!
    })
    metrics.oldestDue.set(age)
    metrics.oldestBulk.set(bulk)
    metrics.heldBack.set(Object.values(await heldBack(pool)).reduce((all, n) => all + n, 0))
    if (age > 300) log.error({ seconds: Math.round(age) }, 'messages are waiting too long')
  }

  const sweeping = { pool, clock, log, failures, stopping }

  const settle = () => failures.job('changes.settle', () => settleAllChanges(sweeping))
  const drain = async () => {
    await settle()
    await settleAll(CHANNELS.map((channel) => drains[channel]()))
  }

  const work = new Set<Promise<unknown>>()
  const track = <T>(promise: Promise<T>): Promise<T> => {
    work.add(promise)
    promise.then(
      () => work.delete(promise),
      () => work.delete(promise),
    )
    return promise
  }
  const plan = async () => {
    await settle()
    const planning = planReminders({ ...sweeping, metrics }, { now: now() })
    // Transient failures stop the run; others are thrown after everything else has run.
    await planning.catch((error: unknown) => {
      if (isTransient(error)) throw error
    })
    // None blocks sending.
    for (const [name, work] of WORK_BESIDE) await failures.job(name, () => work(sweeping))
    if (!stopping()) await drain()
    return planning
  }
  return {
    metrics,
    failures,
    plan: () => track(plan()),
    planIfLate: () =>
      track(plannerBehind({ pool, clock }).then((behind) => (behind < 0 || behind > LATE_SECONDS ? plan() : null))),
    settle: () => track(settleAllChanges(sweeping)),
    drain: () => track(drain()),
    reconcile: () =>
      track(
        reconcile({ pool, log, metrics, failures, transports: deps.transports, now: now(), times }).then(
          async (settled) => {
            await Promise.all([measure(), limits.refresh()])
            if (settled && !stopping()) await drain()
            return settled
          },
        ),
      ),
    check: () => track(checkMessages({ pool, log, metrics, failures }, { now: now() })),
    stop: async () => {
      stopped.abort()
      await Promise.allSettled([...work])
      await marker.settled()
    },
  }
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => {})

/** Waits for all, then throws the first failure. */
async function settleAll(promises: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find((result) => result.status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Runs one call at a time; calls during a run share the next one. */
function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const start = (): Promise<void> => {
    running = work().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
