import type { Ctx } from '#server/engine/access/context.ts'
import { type SweepDeps, sweep } from '#server/engine/access/sweep.ts'
import { publishFor } from '../publication/commands.ts'

/** How many publications one tick makes; the next goes on. */
const BATCH = 100

/**
 * Publishes what was planned for a time that has come, at all sites. Each publication is marked in the transaction that publishes and
 * queues its messages, so that a shift is published once, and no message is lost or doubled.
 */
export const publishPlanned = (deps: SweepDeps): Promise<unknown> =>
  sweep<{ site: number; publication: number }>(deps, {
    name: 'publications',
    find: 'publications_due',
    most: BATCH,
    work: (ctx, { publication }) => publishOne(ctx, publication),
  })

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
