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
import { findUnpublished, publishFor } from '../publication/commands.ts'
import { tellLeftOut } from './left-out.ts'
import { type PlannedShift, whatIsComing } from './rules.ts'

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

/**
 * Publishes what is still coming of one publication, and tells its planner what is not, if it is still planned and due: it may have been
 * cancelled, or made by another worker, since it was found.
 */
export async function publishOne(ctx: Ctx, id: number): Promise<void> {
  const now = ctx.clock.now()
  const planned = ctx.db
    .selectFrom('publications')
    .select(['shifts', 'created_by', 'due_at'])
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .where('due_at', '<=', now)
  const found = await planned.executeTakeFirst()
  if (!found) return
  // The shifts are locked first, as by whoever unpublishes one of them and so takes it out.
  const unpublished = await findUnpublished(ctx, { events: [], shifts: found.shifts })
  const still = await planned.forUpdate().executeTakeFirst()
  if (!still) return
  const { coming, leftOut } = whatIsComing(
    await withEvents(
      ctx,
      unpublished.filter((shift) => still.shifts.includes(shift.id)),
    ),
    now,
  )
  if (coming.length) await publishFor(ctx, coming, still.created_by)
  await tellLeftOut(ctx, {
    ...{ publication: id, due_at: still.due_at, planner: still.created_by, published: coming.length },
    leftOut,
  })
  await ctx.db.updateTable('publications').set({ state: 'done', ended_at: now }).where('id', '=', id).execute()
}

async function withEvents(
  { db }: Ctx,
  shifts: readonly { id: number; event: number; start: Date }[],
): Promise<PlannedShift[]> {
  const { rows } = await sql<PlannedShift['event']>`
    select id, name, archived, decision is not distinct from 'off' as called_off from events
    where id = any (${[...new Set(shifts.map(({ event }) => event))]}::bigint[])`.execute(db)
  const events = new Map(rows.map((event) => [event.id, event]))
  return shifts.flatMap(({ id, start, event }) => {
    const found = events.get(event)
    return found ? [{ id, start, event: found }] : []
  })
}
