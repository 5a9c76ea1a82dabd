import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

type Parts = { pool: Pool; clock: Clock }

/**
 * Reads how many seconds ago the planner last ran, in whichever process; negative where the clock went back since.
 * @param parts.pool of the worker or the platform role.
 */
export const plannerBehind = ({ pool, clock }: Parts): Promise<number> =>
  inTransaction<DB, number>(pool, 'read', {}, async (db) => {
    const { rows } = await sql<{ behind: number }>`select core.planner_behind(${clock.now()}) as behind`.execute(db)
    return rows[0]!.behind
  })

const NAME = 'planner_behind_seconds'

/** Measures it whenever the figures are read; NaN while the database does not answer. */
export function measurePlanner(registry: Registry, parts: Parts): void {
  if (registry.getSingleMetric(NAME)) return
  new Gauge({
    name: NAME,
    help: 'Seconds since reminders were last planned (alert above 300)',
    registers: [registry],
    async collect() {
      this.set(
        await plannerBehind(parts).then(
          (behind) => Math.max(0, behind),
          () => Number.NaN,
        ),
      )
    },
  })
}
