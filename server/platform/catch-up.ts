import { Registry } from 'prom-client'
import { createMetrics } from '#server/deliveries/metrics.ts'
import type { SweepDeps } from '#server/engine/access/sweep.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { declared } from '#server/engine/features.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { createFailures } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { settleAllChanges, WORK_BESIDE } from '#server/reminders/messaging.ts'
import { planReminders } from '#server/reminders/planner.ts'
import { afterWriters, finishRestored, holdQueued, unfinishedRestores } from './held-back.ts'

type Parts = {
  /** The pool of the platform role. */
  pool: Pool
  /** The pool of the worker role. */
  workerPool: Pool
  log: Log
  collections: CollectionsEngine
  /** Default: the instant of the restore. What falls due at a restored site until now is held: other sites run. */
  now?: Date
}

/** A round does one batch of everything, and what the one before it made due. */
const MAX_ROUNDS = 10_000

/**
 * Finishes restores: does what fell due or had to settle before them, at all sites, by a clock that stands still, and
 * holds the messages of that. Can be repeated after a kill; does nothing after that.
 * @returns how many things could not be done; workers try them again, and their messages leave.
 */
export async function catchUp({ now, ...parts }: Parts): Promise<number> {
  let failed = 0
  for (const restored of await unfinishedRestores(parts.pool)) {
    const at = restored.site === null || !now || now.toISOString() < restored.at ? restored.at : now.toISOString()
    failed += await finish(parts, { ...restored, at })
  }
  return failed
}

async function finish(
  { pool, workerPool, log, collections }: Parts,
  restored: Awaited<ReturnType<typeof unfinishedRestores>>[number],
): Promise<number> {
  const clock = stoppedClock(new Date(restored.at))
  const metrics = createMetrics(new Registry())
  let failed = -1
  let isLast = false
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { failures, count } = countWork(createFailures({ clock, log }))
    const deps: SweepDeps = { pool: workerPool, clock, log, failures }
    await settleAllChanges(deps)
    for (const [, work] of WORK_BESIDE) await work(deps)
    for (const { run } of declared().sweeps.values()) await run({ ...deps, collections })
    // A reminder waits for a queued notice of its shift, unless that is held.
    await holdQueued(pool, restored)
    const planned = await planReminders({ ...deps, metrics }, { now: clock.now() })
    await holdQueued(pool, restored)
    const isIdle = count.done + planned.queued + planned.missed + planned.skipped === 0
    const isStuck = count.failed === 0 || count.failed === failed
    failed = count.failed
    if (!isIdle || !isStuck) {
      isLast = false
      continue
    }
    if (isLast) {
      await finishRestored(pool, restored)
      return failed
    }
    // Workers may hold work that this round could not see.
    await afterWriters(pool)
    isLast = true
  }
  throw new Error('The restore does not come to an end: some work is due again and again. The log has it.')
}

const stoppedClock = (at: Date): Clock => ({
  now: () => new Date(at),
  epochMs: () => at.getTime(),
  set: () => {},
  offsetMs: () => at.getTime() - Date.now(),
  setOffsetMs: () => {},
})

function countWork(failures: ReturnType<typeof createFailures>) {
  const count = { done: 0, failed: 0 }
  const counted: typeof failures = {
    ...failures,
    note: (...args) => {
      count.failed += 1
      return failures.note(...args)
    },
    each: async (work, items, doOne, options) => {
      const counting: typeof doOne = (item) =>
        doOne(item).catch((error: unknown) => {
          count.failed += 1
          throw error
        })
      const worked = await failures.each(work, items, counting, options)
      count.done += worked.done
      return worked
    },
  }
  return { failures: counted, count }
}
