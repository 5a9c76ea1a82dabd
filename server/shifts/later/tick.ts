import { sql } from 'kysely'
import { readSite } from '#server/deliveries/recheck.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { publishFor } from '../publication/commands.ts'

/** How many publications one tick makes; the next goes on. */
const BATCH = 100

type Deps = { pool: Pool; clock: Clock; log: Log; stopping?: () => boolean }

/**
 * Publishes what was planned for a time that has come, at all sites. Each publication is marked in the transaction that publishes and
 * queues its messages, so that any number of workers may do this and be killed: a shift is published once, and no message is lost or doubled.
 * One that fails is logged and holds up no other.
 * @param deps.pool of the worker role.
 */
export async function publishPlanned({ pool, clock, log, stopping }: Deps): Promise<void> {
  const due = await inTransaction<DB, { site: number; publication: number }[]>(pool, 'read', {}, async (db) => {
    const { rows } = await sql<{ due: { site: number; publication: number }[] }>`
      select core.publications_due(${clock.now()}, ${BATCH}::integer) as due`.execute(db)
    return rows[0]?.due ?? []
  })
  const withSite = createWithSite(pool)
  for (const { site, publication } of due) {
    if (stopping?.()) return
    await withSite(
      mintSiteId(site),
      async (db) => {
        const actor = { kind: 'system', name: 'publications' } as const
        await publishOne({ db, site: await readSite(db), actor, clock, log, wake: () => {} }, publication)
      },
      { access: 'write' },
    ).catch((error: unknown) => log.error({ err: error, site, publication }, 'planned shifts were not published'))
  }
}

/** Publishes one publication, if it is still planned and due: it may have been cancelled, or made by another worker, since it was found. */
export async function publishOne(ctx: Ctx, id: number): Promise<void> {
  const planned = await ctx.db
    .selectFrom('publications')
    .select(['shifts', 'created_by'])
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .where('due_at', '<=', ctx.clock.now())
    .forUpdate()
    .executeTakeFirst()
  if (!planned) return
  await publishFor(ctx, planned.shifts, planned.created_by)
  await ctx.db
    .updateTable('publications')
    .set({ state: 'done', ended_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
}
