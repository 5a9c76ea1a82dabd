import { Counter, type Registry } from 'prom-client'
import type { Clock } from './clock.ts'
import { isTransient } from './db/transient.ts'
import { DomainError } from './errors.ts'
import type { Log } from './log.ts'

const PAUSE_MS = 2_000
const MAX_PAUSE_MS = 3_600_000
/** Bounds the memory when a table is broken. */
const MAX_KNOWN = 100_000
/** Failures of a site in one turn, after which its other items wait for the next turn. */
const MAX_FAILED = 3

/** Pause after so many failures: from two seconds to an hour, doubling. */
export const pauseMs = (times: number): number => Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** Math.min(times - 1, 11))

/** Time-outs in a row after which work of a site is taken to fail for good. Those of a whole job count at once. */
const PATIENCE = 5
const QUERY_CANCELED = '57014'
const isTimeout = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === QUERY_CANCELED ||
  (error instanceof Error && error.cause !== undefined && isTimeout(error.cause))

/** Temporary refusals and lost conflicts are no failures, nor is a statement that now and then takes too long. */
const isExpected = (error: unknown, times: number, patience: number) =>
  isTimeout(error) ? times < patience : isTransient(error) || (error instanceof DomainError && !error.cause)

const COUNTER = 'work_failed_total'

/** Shared by a web process and a worker in one process. */
const counterIn = (registry: Registry) =>
  (registry.getSingleMetric(COUNTER) as Counter<'work'> | undefined) ??
  new Counter({
    name: COUNTER,
    help: 'Work of one site, or a job, that failed and waits for another try, without holding up others (alert above 0)',
    labelNames: ['work'],
    registers: [registry],
  })

/** Work of one site, identified by all of its fields. */
export type Item = { site: number }

/**
 * Failed items of this process by work and item: they wait with growing pauses and block no other site. Each failure is
 * logged with its site and counted for an alert. Create it once per process.
 */
export type Failures = ReturnType<typeof createFailures>

export function createFailures({ clock, log, registry }: { clock: Clock; log: Log; registry?: Registry }) {
  const counter = registry && counterIn(registry)
  const known = new Map<string, { work: string; times: number; until: number }>()
  const keyOf = (work: string, item: Partial<Item>) => `${work} ${JSON.stringify(item)}`
  const isPaused = (work: string, item: Item) => (known.get(keyOf(work, item))?.until ?? 0) > clock.epochMs()

  const note = (
    work: string,
    item: Partial<Item> & Record<string, unknown>,
    error: unknown,
    { patience = PATIENCE, ...also }: { patience?: number } & Record<string, unknown> = {},
  ): number => {
    const now = clock.epochMs()
    const times = (known.get(keyOf(work, item))?.times ?? 0) + 1
    for (const [key, { until }] of known) if (until + MAX_PAUSE_MS < now) known.delete(key)
    if (known.size < MAX_KNOWN) known.set(keyOf(work, item), { work, times, until: now + pauseMs(times) })
    const facts = { err: error, ...item, ...also, work, times }
    const isJob = item.site === undefined
    if (isExpected(error, times, patience)) {
      log.info(facts, isJob ? 'a job waits' : 'work of a site waits')
      return times
    }
    counter?.inc({ work })
    log.error(
      facts,
      isJob
        ? 'a job failed; the next tick retries it'
        : 'work of a site failed; it is tried again, and holds up no other',
    )
    return times
  }

  return {
    note,
    /** Whether an item has failed, and waits for another try. */
    isPaused,
    /**
     * Runs a whole job and notes its failure, which the next run retries.
     * @param facts of this run, for the log.
     * @returns undefined after a failure.
     */
    job: async <T>(job: string, run: () => Promise<T>, facts: Record<string, unknown> = {}): Promise<T | undefined> => {
      try {
        const done = await run()
        known.delete(keyOf(job, {}))
        return done
      } catch (error) {
        note(job, {}, error, { ...facts, job, patience: 1 })
        return undefined
      }
    },
    /** How many items to query so that `most` of them do not wait. */
    limit: (work: string, most: number): number =>
      most + [...known.values()].filter((failed) => failed.work === work && failed.until > clock.epochMs()).length,
    /**
     * Processes the items that do not wait. Records failures; a site with several of them loses the rest of its turn.
     * @param settle called for a failed item; returns whether that settles it.
     * @param patience time-outs of an item in a row after which it counts as failing.
     * @returns how many there were, and how many were processed: those whose work did not return false.
     * @throws DomainError 'unavailable' when the database is away.
     */
    each: async <T extends Item>(
      work: string,
      items: readonly T[],
      doOne: (item: T) => Promise<unknown>,
      {
        stopping = () => false,
        settle = async () => false,
        patience = PATIENCE,
      }: {
        stopping?: () => boolean
        settle?: (item: T, error: unknown) => Promise<boolean>
        patience?: number
      } = {},
    ): Promise<{ found: number; done: number }> => {
      const due = items.filter((item) => !isPaused(work, item))
      const failed = new Map<number, number>()
      let done = 0
      for (const item of due) {
        if (stopping()) break
        const failedHere = failed.get(item.site) ?? 0
        if (failedHere >= MAX_FAILED) continue
        try {
          if ((await doOne(item)) !== false) done += 1
          known.delete(keyOf(work, item))
        } catch (error) {
          if (error instanceof DomainError && error.code === 'unavailable') throw error
          failed.set(item.site, failedHere + 1)
          if (!(await settle(item, error).catch(() => false))) note(work, item, error, { patience })
        }
      }
      return { found: due.length, done }
    },
  }
}
