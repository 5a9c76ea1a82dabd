import { sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Channel } from './contract.ts'

/** One claimed row. Instants are ISO text. Rows with the same `attempt_id` are sent as one message. */
export type ClaimedDelivery = {
  site_id: number
  id: number
  leader: number
  attempt_id: string
  shift: number | null
  person: number
  kind: string
  channel: Channel
  start_local_date: string | null
  due_at: string
  attempts: number
  facts: Record<string, unknown>
}

export type Rate = { perSecond: number; burst: number }

export type ClaimOptions = {
  channel: Channel
  wanted: number
  now: Date
  rate: Rate
  leaseMs: number
  lanes?: readonly string[]
}

/** Security mail never waits for other messages; bulk mail waits for all of them. */
export const LANES = ['security', 'duty', 'bulk'] as const

/**
 * Claims due messages in one committed transaction, within the provider's rate.
 * @returns rows to send, and how long to wait for the next token when there is none (milliseconds, else 0).
 */
export function claimDeliveries(
  pool: Pool,
  options: ClaimOptions,
): Promise<{ rows: ClaimedDelivery[]; wait_ms: number }> {
  const { channel, wanted, now, rate, leaseMs, lanes = LANES } = options
  return inTransaction<DB, { rows: ClaimedDelivery[]; wait_ms: number }>(pool, 'write', {}, async (db) => {
    const { rows } = await sql<{ claim: { rows: ClaimedDelivery[]; wait_ms: number } }>`
      select core.claim_deliveries(${wanted}, ${now}, ${channel}, ${[...lanes]}::text[], ${rate.perSecond}, ${rate.burst}, make_interval(secs => ${leaseMs / 1000})) as claim`.execute(
      db,
    )
    return rows[0]?.claim ?? { rows: [], wait_ms: 0 }
  })
}

/** Stops sending for `pauseMs` after a provider answered "too fast", in all workers. */
export const slowDown = (pool: Pool, channel: Channel, rate: Rate, pauseMs: number): Promise<void> =>
  inTransaction<DB, void>(pool, 'write', {}, async (db) => {
    await sql`select core.slow_down(${channel}, ${-(rate.perSecond * pauseMs) / 1000})`.execute(db)
  })
