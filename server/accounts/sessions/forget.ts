import { sql } from 'kysely'
import type { SweepDeps } from '#server/engine/access/sweep.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

/** How long an ended session is kept, with its address and browser. */
const KEPT_DAYS = 30
const PORTION = 1_000

/** Deletes the sessions of all sites that ended 30 days ago, by portions. @returns how many. */
export async function forgetSessions({
  pool,
  clock,
  stopping,
}: Pick<SweepDeps, 'pool' | 'clock' | 'stopping'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)
  let [all, portion] = [0, PORTION]
  while (portion === PORTION && !stopping?.()) {
    portion = await inTransaction<DB, number>(pool, 'write', {}, async (db) => {
      const { rows } = await sql<{ n: number }>`
        select core.forget_sessions(${before}, ${PORTION}::integer) as n`.execute(db)
      return rows[0]!.n
    })
    all += portion
  }
  return all
}
