import { sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Failures } from '#server/engine/kernel/failures.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { EventMetrics } from './metrics.ts'
import { parseDeliveryRef } from './transport.ts'

/** A provider's report on a message. `id` is the provider's event id. */
export type MessageEvent = {
  kind: 'sent' | 'delivered' | 'bounced' | 'complained' | 'failed'
  id: string
  delivery_id: string
  /** Absent if the provider does not return it; the last attempt is assumed. */
  attempt_id?: string | undefined
  provider_id?: string
  reason?: string | undefined
  /** The provider's text, bounded (`boundedDetail`). */
  detail?: string | undefined
  at: Date
}

export type PhoneEvent = { kind: 'stop' | 'start'; id: string; phone: string; at: Date }

export type ProviderEvent = MessageEvent | PhoneEvent

export type RecordResult = {
  outcome: 'recorded' | 'repeated' | 'older' | 'unmatched'
  before?: string
  kind?: string
  channel?: string
}

/**
 * Records one event. Idempotent; states only move forward. A permanent bounce or complaint blocks mail to that address
 * on the sending site, if it is still the person's; STOP blocks SMS to that number on every site, and START requeues
 * what is still due.
 */
export async function recordProviderEvent(
  deps: { pool: Pool; metrics?: EventMetrics; failures?: Failures },
  event: ProviderEvent,
): Promise<RecordResult> {
  if ('phone' in event) return recordChoice(deps, event)
  const ref = parseDeliveryRef(event.delivery_id)
  if (!ref) return { outcome: 'unmatched' }
  const recorded = await inTransaction<DB, RecordResult>(deps.pool, 'write', {}, async (db) => {
    const { rows } = await sql<{
      recorded: RecordResult
    }>`select core.record_provider_event(${event.id}, ${event.kind}, ${ref.site}, ${ref.id},
      ${event.attempt_id ?? null}::uuid, ${event.provider_id ?? null}, ${event.reason ?? null}, ${event.detail ?? null}, ${event.at}) as recorded`.execute(
      db,
    )
    return rows[0]?.recorded ?? { outcome: 'unmatched' }
  })
  if (recorded.outcome === 'recorded') {
    if (event.kind === 'bounced') deps.metrics?.bounced.inc({ channel: recorded.channel ?? '' })
    if (event.kind === 'complained') deps.metrics?.complained.inc({ channel: recorded.channel ?? '' })
  }
  return recorded
}

const PORTION = 5_000

/** Deletes reports of providers after 30 days, in portions. */
export async function deleteOldEvents(pool: Pool, stopping: () => boolean = () => false): Promise<void> {
  let deleted = PORTION
  while (deleted === PORTION && !stopping())
    deleted = await inTransaction<DB, number>(pool, 'write', {}, async (db) => {
      const { numAffectedRows } = await sql`delete from platform.provider_events where ctid = any (array(
        select ctid from platform.provider_events where received_at < clock_timestamp() - interval '30 days' limit ${PORTION}))`.execute(
        db,
      )
      return Number(numAffectedRows)
    })
}

const recordChoice = (
  { pool, failures }: { pool: Pool; failures?: Failures },
  { id, phone, kind, at }: PhoneEvent,
): Promise<RecordResult> =>
  inTransaction<DB, RecordResult>(pool, 'write', {}, async (db) => {
    const { rows } = await sql<{ recorded: { changed: number; failed: { site: number; error: string }[] } }>`
      select core.record_sms_choice(${id}, ${phone}, ${kind === 'stop'}, ${at}) as recorded`.execute(db)
    const { changed, failed } = rows[0]!.recorded
    for (const { site, error } of failed) failures?.note('record_sms_choice', { site }, new Error(error))
    return { outcome: changed ? 'recorded' : 'unmatched' }
  })
