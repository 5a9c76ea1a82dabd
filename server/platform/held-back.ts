import { type Kysely, sql } from 'kysely'
import { RESTORED_REASON } from '#server/deliveries/contract.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

/** `at`: the instant of the restore. While it is not finished, workers send account messages only. */
export type Restored = { at: string; finished: boolean }

const SETTING = 'restored'

export async function rememberRestore(db: Kysely<DB>, restored: Restored): Promise<void> {
  await sql`insert into platform.settings (name, value, changed_at) values (${SETTING}, ${JSON.stringify(restored)}::jsonb, clock_timestamp())
    on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`.execute(db)
}

/** Reads the last restore; null if there was none. */
export const readRestore = (pool: Pool): Promise<(Restored & { changed_at: Date }) | null> =>
  inTransaction<DB, (Restored & { changed_at: Date }) | null>(pool, 'read', {}, async (db) => {
    const { rows } = await sql<Restored & { changed_at: Date }>`
      select value ->> 'at' as at, (value ->> 'finished')::boolean as finished, changed_at from platform.settings where name = ${SETTING}`.execute(
      db,
    )
    return rows[0] ?? null
  })

/** Moves messages to the lane that no sender claims, with their own lane in the facts; drops those of no more use. */
const hold = (db: Kysely<DB>, at: string, which: ReturnType<typeof sql>) =>
  sql`
  update core.deliveries d set reason = ${RESTORED_REASON}, attempt_id = null, lease_until = null, retry_at = null, updated_at = clock_timestamp(),
    state = case when d.useful_until <= ${at}::timestamptz then 'skipped' else 'queued' end,
    lane = case when d.useful_until <= ${at}::timestamptz then d.lane else 'held' end,
    facts = case when d.useful_until <= ${at}::timestamptz then d.facts
      else d.facts || jsonb_build_object('lane', case d.lane when 'held' then 'bulk' else d.lane end) end
  where ${which}`.execute(db)

/**
 * Holds everything that a backup had queued, in the transaction of its restore. Messages with an unknown outcome keep
 * it and are not sent again.
 */
export async function holdRestored(db: Kysely<DB>, at: string): Promise<void> {
  await hold(db, at, sql`d.state in ('queued', 'sending')`)
  await sql`update core.deliveries set lease_until = null where state = 'unknown'`.execute(db)
}

/** Holds what was queued since the restore, except account messages and reminders due after it. */
export const holdQueued = (pool: Pool, { at }: Restored): Promise<void> =>
  inTransaction<DB, void>(pool, 'write', {}, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await hold(
      db,
      at,
      sql`d.state = 'queued' and d.lane not in ('security', 'held') and (d.kind not like 'reminder.%' or d.due_at <= ${at}::timestamptz)`,
    )
  })

/** Lets workers send again. Reminders that came too late since the restore were probably sent in time. */
export const finishRestored = (pool: Pool, { at, changed_at }: Restored & { changed_at: Date }): Promise<void> =>
  inTransaction<DB, void>(pool, 'write', {}, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`update core.deliveries d set state = 'skipped', reason = ${RESTORED_REASON}
      where d.state = 'missed' and d.created_at >= ${changed_at}`.execute(db)
    await rememberRestore(db, { at, finished: true })
  })

export type Decision = 'send' | 'drop'

/**
 * Sends or drops held messages: all, or those of a kind, such as `reminder.day`, `reminder` or `bulk`. The sender still
 * checks each; workers find them at their next tick.
 * @returns how many.
 */
export const decideHeld = (
  { pool, clock }: { pool: Pool; clock: Clock },
  decision: Decision,
  kind: string | null,
): Promise<number> =>
  inTransaction<DB, number>(pool, 'write', {}, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    const { numAffectedRows = 0n } = await sql`
      update core.deliveries d set lane = d.facts ->> 'lane', facts = d.facts - 'lane', updated_at = clock_timestamp(),
        state = ${decision === 'send' ? 'queued' : 'skipped'}, reason = ${decision === 'send' ? null : RESTORED_REASON}::text,
        due_at = case when ${decision === 'send'} then greatest(d.due_at, ${clock.now()}) else d.due_at end
      where d.state = 'queued' and d.channel in ('email', 'sms') and d.lane = 'held' and d.facts ? 'lane'
        and (${kind}::text is null or d.kind = ${kind} or starts_with(d.kind, ${kind} || '.') or starts_with(d.kind, ${kind} || ':'))`.execute(
      db,
    )
    return Number(numAffectedRows)
  })
