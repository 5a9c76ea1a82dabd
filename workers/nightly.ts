import { sql } from 'kysely'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

type Parts = { pool: Pool; clock: Clock }

const LATE_MS = 26 * 3_600_000
const RETRY_MS = 3_600_000

/**
 * Runs a nightly job that ended in no worker for 26 hours, as while the queue is away, or an hour after it failed or was
 * cut off. Of several workers one runs it.
 */
export async function catchUp(parts: Parts, job: string, run: () => Promise<unknown>): Promise<void> {
  if (await store(parts, job, { ended: false, ifLate: true })) await runNoted(parts, job, run)
}

/** Runs a nightly job and notes when it ended. @throws what it throws. */
export async function runNightly(parts: Parts, job: string, run: () => Promise<unknown>): Promise<void> {
  await store(parts, job, { ended: false })
  await runNoted(parts, job, run)
}

async function runNoted(parts: Parts, job: string, run: () => Promise<unknown>): Promise<void> {
  await run()
  await store(parts, job, { ended: true })
}

/**
 * Notes that a job ended, or that it begins: it is late again in an hour then, unless it ends.
 * @returns whether it was noted.
 */
const store = (
  { pool, clock }: Parts,
  job: string,
  { ended, ifLate = false }: { ended: boolean; ifLate?: boolean },
): Promise<boolean> =>
  inTransaction<DB, boolean>(pool, 'write', {}, async (db) => {
    const now = clock.epochMs()
    const value = JSON.stringify(ended ? now : now - LATE_MS + RETRY_MS)
    const { numAffectedRows } = await sql`
      insert into platform.settings as s (name, value, changed_at) values (${`ended:${job}`}, ${value}::jsonb, clock_timestamp())
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at
        where not ${ifLate} or (s.value #>> '{}')::bigint < ${now - LATE_MS}`.execute(db)
    return Boolean(numAffectedRows)
  })
