import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { RESTORED_REASON } from '#server/deliveries/contract.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

/**
 * `at`: the instant of the restore; `site`: the only site that was restored, else null. While it is not finished,
 * workers send account messages only.
 */
export type Restored = { at: string; site: number | null }
type Unfinished = Restored & { changed_at: Date }

const SETTING = 'restored'
const settingOf = ({ site }: Pick<Restored, 'site'>) => (site === null ? SETTING : `${SETTING}:${site}`)

export async function rememberRestore(db: Kysely<DB>, { at, site }: Restored, finished = false): Promise<void> {
  await sql`insert into platform.settings (name, value, changed_at) values (${settingOf({ site })}, ${JSON.stringify({ at, finished })}::jsonb, clock_timestamp())
    on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`.execute(db)
}

/** Lists restores that are not finished. */
export const unfinishedRestores = (pool: Pool): Promise<Unfinished[]> =>
  inTransaction<DB, Unfinished[]>(pool, 'read', {}, async (db) => {
    const { rows } = await sql<Unfinished>`
      select value ->> 'at' as at, nullif(substr(name, ${SETTING.length + 2}), '')::bigint as site, changed_at from platform.settings
      where (name = ${SETTING} or starts_with(name, ${`${SETTING}:`})) and not (value ->> 'finished')::boolean order by changed_at`.execute(
      db,
    )
    return rows
  })

const isOf = (site: number | null) => sql`(${site}::bigint is null or d.site_id = ${site}::bigint)`

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
export async function holdRestored(db: Kysely<DB>, { at, site }: Restored): Promise<void> {
  await hold(db, at, sql`d.state in ('queued', 'sending') and ${isOf(site)}`)
  await sql`update core.deliveries d set lease_until = null where state = 'unknown' and ${isOf(site)}`.execute(db)
}

/** Holds what was queued since the restore, except account messages and reminders due after it. */
export const holdQueued = (pool: Pool, { at, site }: Restored): Promise<void> =>
  inTransaction<DB, void>(pool, 'write', {}, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await hold(
      db,
      at,
      sql`d.state = 'queued' and d.lane not in ('security', 'held') and (d.kind not like 'reminder.%' or d.due_at <= ${at}::timestamptz) and ${isOf(site)}`,
    )
  })

/** Lets workers send again. Reminders that came too late since the restore were probably sent in time. */
export const finishRestored = (pool: Pool, { at, site, changed_at }: Unfinished): Promise<void> =>
  inTransaction<DB, void>(pool, 'write', {}, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`update core.deliveries d set state = 'skipped', reason = ${RESTORED_REASON}
      where d.state = 'missed' and d.created_at >= ${changed_at} and ${isOf(site)}`.execute(db)
    await rememberRestore(db, { at, site }, true)
  })

export type Decision = 'send' | 'drop'

const WAIT_MS = 100

/** Waits for the writers of this moment, so that all they queued is seen. */
export async function afterWriters(pool: Pool): Promise<void> {
  const read = <T>(what: ReturnType<typeof sql<T>>) =>
    inTransaction<DB, T | undefined>(pool, 'read', {}, async (db) => (await what.execute(db)).rows[0])
  const now = await read(sql<{ xmax: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xmax`)
  for (;;) {
    const ended = await read(sql<{ all: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${now!.xmax}::xid8 as all`)
    if (ended!.all) return
    await pause(WAIT_MS)
  }
}

/**
 * Sends or drops held messages: all, or those of a site, or of a kind, such as `reminder.day`, `reminder` or `bulk`. The sender still
 * checks each; workers find them at their next tick.
 * @returns how many.
 */
export const decideHeld = (
  { pool, clock }: { pool: Pool; clock: Clock },
  decision: Decision,
  { kind, site }: { kind: string | null; site: number | null },
): Promise<number> =>
  inTransaction<DB, number>(pool, 'write', {}, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    const { numAffectedRows = 0n } = await sql`
      update core.deliveries d set lane = d.facts ->> 'lane', facts = d.facts - 'lane', updated_at = clock_timestamp(),
        state = ${decision === 'send' ? 'queued' : 'skipped'}, reason = ${decision === 'send' ? null : RESTORED_REASON}::text,
        due_at = case when ${decision === 'send'} then greatest(d.due_at, ${clock.now()}) else d.due_at end
      where d.state = 'queued' and d.channel in ('email', 'sms') and d.lane = 'held' and d.facts ? 'lane' and ${isOf(site)}
        and (${kind}::text is null or d.kind = ${kind} or starts_with(d.kind, ${kind} || '.') or starts_with(d.kind, ${kind} || ':'))`.execute(
      db,
    )
    return Number(numAffectedRows)
  })
