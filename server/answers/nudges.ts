import { sql } from 'kysely'
import { overSites, type SweepDeps } from '#server/engine/access/sweep.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

/** How many shifts a transaction marks at most. */
const PORTION = 500

/**
 * Queues the second question to everybody at all sites who has not answered in time, once for each shift, person and version of
 * the question. Repeating it, or running it in several workers, changes nothing.
 * @returns for how many shifts.
 */
export async function planNudges(
  { pool, failures, stopping = () => false }: Pick<SweepDeps, 'pool' | 'failures' | 'stopping'>,
  { now }: { now: Date },
): Promise<number> {
  const planFor = async (only: readonly number[] | null) => {
    let asked = 0
    while (!stopping()) {
      const portion = await inTransaction<DB, number>(pool, 'write', {}, async (db) => {
        const { rows } = await sql<{ asked: number }>`
          select core.plan_nudges(${now}, ${PORTION}, ${only}::bigint[]) as asked`.execute(db)
        return rows[0]?.asked ?? 0
      })
      asked += portion
      if (portion < PORTION) break
    }
    return asked
  }
  const asked = await overSites({ pool, failures }, 'plan_nudges', planFor)
  return asked.reduce((sum, n) => sum + n, 0)
}
