import { type Kysely, sql } from 'kysely'
import type { Clock } from '#server/engine/kernel/clock.ts'
import { inHalves } from '#server/engine/kernel/db/in-halves.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { isTransient } from '#server/engine/kernel/db/transient.ts'
import { createFailures, type Failures, type Item } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
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
  /** What failed before in this process; without it nothing waits. */
  failures?: Failures
  stopping?: () => boolean
}

type Sweep<T> = {
  /** Who acts, as the audit log names it. */
  name: string
  /**
   * The function in `core` that finds what is due, by which failures are named. It takes a time, the most to find, and the sites to look at
   * (null: all), and gives each site its turn.
   */
  find: string
  /** The time to ask for; now unless given. */
  at?: Date
  most: number
  /** Does one item. What returns false did not need doing. */
  work: (ctx: Ctx, item: T) => Promise<unknown>
  /** Is told of an item that failed, whose transaction is rolled back; returns whether that settles it. */
  settle?: (item: T, error: unknown) => Promise<boolean>
}

/**
 * Does what a function of the database finds due at any site, each item in one transaction of its site that looks again, so that any number
 * of workers may do this, and be killed. No site stops another: where the function fails over somebody's row, it is asked about halves of
 * the sites, and what fails waits.
 * @returns how many items were found that did not wait, and how many of them were done.
 */
export async function sweep<T extends Item>(
  deps: SweepDeps,
  { name, find, at, most, work, settle }: Sweep<T>,
): Promise<{ found: number; done: number }> {
  const { pool, clock, log, stopping } = deps
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
      async (db) => work({ db, site: await readSite(db), actor, clock, log, wake: () => {} }, item),
      { access: 'write' },
    )
  return failures.each(find, due.flat(), doOne, { ...(stopping && { stopping }), ...(settle && { settle }) })
}

/**
 * Asks something of all sites together; where that fails over somebody's row, of each half of the sites, so that a row of one stops nobody
 * else's work.
 * @returns the answers: one, unless it failed.
 * @throws what fails without any site, too.
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

/** Reads the ids of all sites. @param pool of the worker or platform role. */
export const siteIds = (pool: Pool): Promise<number[]> =>
  inTransaction<DB, number[]>(pool, 'read', {}, async (db) => {
    const { rows } = await sql<{ ids: number[] }>`select core.site_ids() as ids`.execute(db)
    return rows[0]!.ids
  })
