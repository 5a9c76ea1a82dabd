import { Gauge, type Registry } from 'prom-client'
import { type Clock, stopwatch } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { QUOTAS, type QuotaLimits } from '#server/engine/kernel/quota-limits.pure.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { readSitesNear, type SiteNearQuota } from './queries.ts'

/** `pool` of the platform role. */
type Parts = { pool: Pool; clock: Clock; defaults: QuotaLimits }

const NAME = 'sites_at_quota'
const REFRESH_MS = 300_000

/**
 * Measures how many active sites are at the limit of each quota, whatever they still send. Counted when the figures are
 * read, at most every five minutes; NaN while the database does not answer.
 */
export function measureQuotas(registry: Registry, { pool, clock, defaults }: Parts): void {
  if (registry.getSingleMetric(NAME)) return
  let age: (() => number) | null = null
  new Gauge({
    name: NAME,
    help: 'Active sites at the limit of a quota (alert above 0)',
    labelNames: ['quota'],
    registers: [registry],
    async collect() {
      if (age && age() < REFRESH_MS) return
      age = stopwatch()
      const near = await inTransaction<DB, SiteNearQuota[] | null>(pool, 'read', {}, (db) =>
        readSitesNear(db, clock.now(), defaults),
      ).catch(() => null)
      if (!near) age = null
      for (const quota of QUOTAS) {
        const full = near?.filter((one) => one.quota === quota && one.used >= (one.limit ?? 0)).length
        this.set({ quota }, full ?? Number.NaN)
      }
    },
  })
}
