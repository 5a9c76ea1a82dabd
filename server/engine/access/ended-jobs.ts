import { sql } from 'kysely'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

/** `stopping`: whether the process is about to end, which cuts a job short. */
type Parts = { pool: Pool; clock: Clock; stopping?: () => boolean }

const HOUR_MS = 3_600_000
const LATE_MS = 26 * HOUR_MS

/**
 * Runs a nightly job that ended in no worker for 26 hours, as while the queue is away, or an hour after it failed or was
 * cut off. Of several workers one runs it.
 */
export const catchUp = (parts: Parts, job: string, run: () => Promise<unknown>): Promise<void> =>
  runIfLate(parts, job, run, LATE_MS)

/** Runs a job that ended in no process for an hour, or an hour after it failed or was cut off. Of several processes one runs it. */
export const runHourly = (parts: Parts, job: string, run: () => Promise<unknown>): Promise<void> =>
  runIfLate(parts, job, run, HOUR_MS)

async function runIfLate(parts: Parts, job: string, run: () => Promise<unknown>, lateMs: number): Promise<void> {
  if (await store(parts, job, { ended: false, ifLate: lateMs })) await runNoted(parts, job, run)
}

/** Runs a nightly job and notes when it ended. @throws what it throws. */
export async function runNightly(parts: Parts, job: string, run: () => Promise<unknown>): Promise<void> {
  await store(parts, job, { ended: false })
  await runNoted(parts, job, run)
}

async function runNoted(parts: Parts, job: string, run: () => Promise<unknown>): Promise<void> {
  await run()
  if (!parts.stopping?.()) await store(parts, job, { ended: true })
}

/**
 * Notes that a job ended, or that it begins: it is late again in an hour then, unless it ends. A time to come, which a
 * wrong clock wrote, counts as late.
 * @returns whether it was noted.
 */
const store = (
  { pool, clock }: Parts,
  job: string,
  { ended, ifLate }: { ended: boolean; ifLate?: number },
): Promise<boolean> =>
  inTransaction<DB, boolean>(pool, 'write', {}, async (db) => {
    const now = clock.epochMs()
    const value = JSON.stringify(ended ? now : now - (ifLate ?? LATE_MS) + HOUR_MS)
    const { numAffectedRows } = await sql`
      insert into platform.settings as s (name, value, changed_at) values (${`ended:${job}`}, ${value}::jsonb, clock_timestamp())
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at
        where ${ifLate === undefined} or (s.value #>> '{}')::bigint < ${now - (ifLate ?? 0)}
          or (s.value #>> '{}')::bigint > ${now + HOUR_MS}`.execute(db)
    return Boolean(numAffectedRows)
  })
