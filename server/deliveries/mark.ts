import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { DeliveryState } from './contract.ts'

export type Mark = {
  site_id: number
  id: number
  attempt: string
  /** The state that the row must still have; 'sending' unless given. */
  expect?: 'sending' | 'unknown'
  state: Extract<DeliveryState, 'sent' | 'queued' | 'failed' | 'skipped' | 'unknown'>
  reason?: string
  provider_id?: string
  error?: string
  /** Real time before the next attempt. */
  retry_ms?: number | undefined
  /** Counts an attempt that left no trace. */
  doubt?: boolean
  /** Applies the mark only if no call was started. */
  uncalled?: boolean
  resent?: boolean
}

/** Marks deliveries. @returns how many rows were marked; the others had changed in the meantime. */
export const markDeliveries = (pool: Pool, marks: readonly Mark[], now: Date): Promise<number> =>
  inTransaction<DB, number>(pool, 'write', {}, async (db) => {
    const { rows } = await sql<{
      matched: number
    }>`select core.mark_deliveries(${JSON.stringify(marks)}::jsonb, ${now}) as matched`.execute(db)
    return rows[0]?.matched ?? 0
  })

export type Marker = { add(marks: readonly Mark[]): Promise<void>; settled(): Promise<void> }

/**
 * Marks in order of arrival, one statement at a time; marks that arrive during a statement share the next one. A failed mark
 * is repeated for `patienceMs`; afterwards the reconciler finds the attempt.
 */
export function createMarker(options: {
  pool: Pool
  now: () => Date
  log: Log
  onConflict: (count: number) => void
  patienceMs: number
}): Marker {
  const { pool, now, log, onConflict, patienceMs: retryForMs } = options
  let waiting: { marks: readonly Mark[]; done: () => void }[] = []
  let running: Promise<void> | null = null
  const write = async (marks: Mark[]) => {
    const startedAt = performance.now()
    for (;;) {
      try {
        const matched = await markDeliveries(pool, marks, now())
        if (matched < marks.length) onConflict(marks.length - matched)
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
