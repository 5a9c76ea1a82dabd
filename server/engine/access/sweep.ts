import { type Kysely, sql } from 'kysely'
import type { Clock } from '#server/engine/kernel/clock.ts'
import { inHalves } from '#server/engine/kernel/db/in-halves.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { isTransient } from '#server/engine/kernel/db/transient.ts'
import { createFailures, type Failures, type Item } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { QuotaLimits } from '#server/engine/kernel/quota-limits.pure.ts'
import { readSite } from '#server/engine/tenancy/read-site.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import type { Ctx } from './context.ts'

export type SweepDeps = {
  /** The pool of the worker role. */
  pool: Pool
  clock: Clock
  log: Log
  /** Earlier failures in this process; without it, failed items do not wait. */
  failures?: Failures
  stopping?: () => boolean
  quotas?: QuotaLimits
}

type Sweep<T> = {
  name: string
  /**
   * The function in `core` that finds due items; failures are recorded under its name. It takes a time, a maximum and
   * the sites (null: all), and serves sites fairly.
   */
  find: string
  at?: Date
  most: number
  /** Processes an item; false means that nothing was due. */
  work: (ctx: Ctx, item: T) => Promise<unknown>
  settle?: (item: T, error: unknown) => Promise<boolean>
}

/**
 * Processes the due items of all sites, each in a transaction of its site that checks again: safe in concurrent or
 * killed workers. When the function fails because of one site's row, it is called for halves of the sites; failing
 * items wait.
 * @returns the number of items that did not wait, and of those processed.
 */
export async function sweep<T extends Item>(
  deps: SweepDeps,
  { name, find, at, most, work, settle }: Sweep<T>,
): Promise<{ found: number; done: number }> {
  const { pool, clock, log, stopping, quotas } = deps
  const failures = deps.failures ?? createFailures(deps)
  const due = await overSites({ pool, failures }, find, (only) =>
    inTransaction(pool, 'read', {}, async (db: Kysely<DB>) => {
      const [time, limit] = [at ?? clock.now(), failures.limit(find, most)]
      const { rows } = await sql<{ due: T[] }>`
        select ${sql.id('core', find)}(${time}::timestamptz, ${limit}::integer, ${only}::bigint[]) as due`.execute(db)
      return rows[0]?.due ?? []
    }),
  )
  const withSite = createWithSite(pool, clock)
  const actor = { kind: 'system', name } as const
  const doOne = (item: T) =>
    withSite(
      mintSiteId(item.site),
      async (db) => work({ db, site: await readSite(db), actor, clock, log, quotas, wake: () => {} }, item),
      { access: 'write' },
    )
  return failures.each(find, due.flat(), doOne, { ...(stopping && { stopping }), ...(settle && { settle }) })
}

/**
 * Runs a query for all sites; when that fails because of one site's row, for each half of the sites.
 * @returns one result, or several after a failure.
 * @throws an error that occurs without any site, too.
 */
export async function overSites<T>(
  { pool, failures }: { pool: Pool; failures?: Failures | undefined },
  work: string,
  ask: (only: readonly number[] | null) => Promise<T>,
): Promise<T[]> {
  try {
    return [await ask(null)]
  } catch (error) {
    if (isTransient(error)) throw error
  }
  const answers = [await ask([])]
  await inHalves(
    await siteIds(pool),
    async (only) => void answers.push(await ask(only)),
    (site, error) => failures?.note(work, { site }, error),
  )
  return answers
}

/** @param pool of the worker or platform role. */
export const siteIds = (pool: Pool): Promise<number[]> =>
  inTransaction<DB, number[]>(pool, 'read', {}, async (db) => {
    const { rows } = await sql<{ ids: number[] }>`select core.site_ids() as ids`.execute(db)
    return rows[0]!.ids
  })
