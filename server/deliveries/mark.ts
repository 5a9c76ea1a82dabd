import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { inHalves } from '#server/engine/kernel/db/in-halves.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { DeliveryState } from './contract.ts'

export type Mark = {
  site_id: number
  id: number
  attempt: string
  /** Required current state; default 'sending'. */
  expect?: 'sending' | 'unknown'
  state: Extract<DeliveryState, 'sent' | 'queued' | 'failed' | 'skipped' | 'unknown'>
  reason?: string
  provider_id?: string
  error?: string
  retry_ms?: number | undefined
  /** Counts an attempt that left no trace. */
  doubt?: boolean
  /** Applies the mark only if no call was started. */
  uncalled?: boolean
  resent?: boolean
}

/**
 * Marks deliveries; some may fail without affecting the others.
 * @param refused receives marks that the database rejects for their data.
 * @returns how many rows were marked; the others had changed since.
 */
export async function markDeliveries(
  pool: Pool,
  marks: readonly Mark[],
  now: Date,
  refused: (mark: Mark, error: unknown) => void = () => {},
): Promise<number> {
  let matched = 0
  const write = (some: readonly Mark[]) =>
    inTransaction<DB, void>(pool, 'write', {}, async (db) => {
      const { rows } = await sql<{
        matched: number
      }>`select core.mark_deliveries(${JSON.stringify(some)}::jsonb, ${now}) as matched`.execute(db)
      matched += rows[0]?.matched ?? 0
    })
  await inHalves(marks, write, refused)
  return matched
}

export type Marker = { add(marks: readonly Mark[]): Promise<void>; settled(): Promise<void> }

/**
 * Marks in order of arrival, one statement at a time; marks that arrive during one share the next. Retries for
 * `patienceMs` while the database is down; after that, and for rejected marks, the reconciler finds the attempt.
 */
export function createMarker(options: {
  pool: Pool
  now: () => Date
  log: Log
  onConflict: (count: number) => void
  onRefused: (mark: Mark, error: unknown) => void
  patienceMs: number
}): Marker {
  const { pool, now, log, onConflict, onRefused, patienceMs: retryForMs } = options
  let waiting: { marks: readonly Mark[]; done: () => void }[] = []
  let running: Promise<void> | null = null
  const write = async (marks: Mark[]) => {
    const startedAt = performance.now()
    for (;;) {
      try {
        let refused = 0
        const matched = await markDeliveries(pool, marks, now(), (mark, error) => {
          refused += 1
          onRefused(mark, error)
        })
        const changed = marks.length - refused - matched
        if (changed > 0) onConflict(changed)
        return
      } catch (error) {
        if (performance.now() - startedAt > retryForMs) {
          log.error({ err: error, marks: marks.length }, 'outcomes could not be written; the reconciler takes over')
          return
        }
        await pause(200)
      }
    }
  }
  const flush = async () => {
    while (waiting.length) {
      const batch = waiting
      waiting = []
      await write(batch.flatMap(({ marks }) => marks))
      for (const { done } of batch) done()
    }
    running = null
  }
  return {
    add: (marks) =>
      new Promise((done) => {
        waiting.push({ marks, done })
        running ??= Promise.resolve().then(flush)
      }),
    settled: async () => {
      while (running) await running
    },
  }
}
