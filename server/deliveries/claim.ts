import { sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { isTransient } from '#server/engine/kernel/db/transient.ts'
import type { Failures } from '#server/engine/kernel/failures.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Channel } from './contract.ts'

/** A claimed row. Instants are ISO text. Rows with the same `attempt_id` are one message. */
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
  /** The request that caused it; null for what no request did. */
  request_id: string | null
}

export type Rate = { perSecond: number; burst: number }

export type ClaimOptions = {
  channel: Channel
  wanted: number
  now: Date
  rate: Rate
  leaseMs: number
  lanes?: readonly string[]
  failures?: Failures
}

/** Lanes in order of priority: security never waits, bulk waits for all. */
export const LANES = ['security', 'duty', 'bulk'] as const

type Claim = { rows: ClaimedDelivery[]; wait_ms: number }

/**
 * Claims due messages in one committed transaction, within the provider's rate. Fails a message that cannot be claimed,
 * so that it blocks no other.
 * @returns rows to send, and the wait for the next token in milliseconds, else 0.
 */
export async function claimDeliveries(pool: Pool, options: ClaimOptions): Promise<Claim> {
  try {
    return await claim(pool, options)
  } catch (error) {
    if (isTransient(error)) throw error
  }
  await failUnclaimable(pool, options)
  return claim(pool, options)
}

const claim = (pool: Pool, options: ClaimOptions) => {
  const { channel, wanted, now, rate, leaseMs, lanes = LANES } = options
  return inTransaction<DB, Claim>(pool, 'write', {}, async (db) => {
    const { rows } = await sql<{ claim: Claim }>`
      select core.claim_deliveries(${wanted}, ${now}, ${channel}, ${[...lanes]}::text[], ${rate.perSecond}, ${rate.burst}, make_interval(secs => ${leaseMs / 1000})) as claim`.execute(
      db,
    )
    return rows[0]?.claim ?? { rows: [], wait_ms: 0 }
  })
}

const failUnclaimable = (pool: Pool, { channel, now, failures }: ClaimOptions) =>
  inTransaction<DB, void>(pool, 'write', {}, async (db) => {
    const { rows } = await sql<{ failed: { site: number; delivery: number; error: string }[] }>`
      select core.fail_unclaimable(${channel}, ${now}) as failed`.execute(db)
    for (const { error, ...item } of rows[0]?.failed ?? []) failures?.note('claim_deliveries', item, new Error(error))
  })

/** Pauses sending in all workers for `pauseMs`, after a provider's rate-limit response. */
export const slowDown = (pool: Pool, channel: Channel, rate: Rate, pauseMs: number): Promise<void> =>
  inTransaction<DB, void>(pool, 'write', {}, async (db) => {
    await sql`select core.slow_down(${channel}, ${-(rate.perSecond * pauseMs) / 1000})`.execute(db)
  })
