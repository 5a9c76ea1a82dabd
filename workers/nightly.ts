import { sql } from 'kysely'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

type Parts = { pool: Pool; clock: Clock }

const LATE_MS = 26 * 3_600_000
const RETRY_MS = 3_600_000

/**
 * Begins a nightly job that began in no worker for 26 hours, as while the queue is away; tries again an hour after a
 * failure. Of several workers one runs it.
 */
export async function catchUp(parts: Parts, job: string, run: () => Promise<unknown>): Promise<void> {
  if (await noteBegun(parts, job, LATE_MS)) await runNightly(parts, job, run)
}

/** Runs a nightly job and notes when. @throws what it throws. */
export async function runNightly(parts: Parts, job: string, run: () => Promise<unknown>): Promise<void> {
  await noteBegun(parts, job)
  try {
    await run()
  } catch (error) {
    await store(parts, job, parts.clock.epochMs() - LATE_MS + RETRY_MS)
    throw error
  }
}

/** @returns whether it was noted: where `unlessWithin` is given, only if the job did not begin within it. */
const noteBegun = (parts: Parts, job: string, unlessWithin = 0): Promise<boolean> =>
  store(parts, job, parts.clock.epochMs(), unlessWithin)

const store = ({ pool }: Parts, job: string, begunMs: number, unlessWithin = 0): Promise<boolean> =>
  inTransaction<DB, boolean>(pool, 'write', {}, async (db) => {
    const { numAffectedRows } = await sql`
      insert into platform.settings as s (name, value, changed_at) values (${`begun:${job}`}, ${JSON.stringify(begunMs)}::jsonb, clock_timestamp())
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at
        where ${unlessWithin} = 0 or (s.value #>> '{}')::bigint < ${begunMs - unlessWithin}`.execute(db)
    return Boolean(numAffectedRows)
  })
