import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { type SweepDeps, sweep } from '#server/engine/access/sweep.ts'
import { findUnpublished, publishFor } from '../commands.ts'
import { tellLeftOut } from './left-out.ts'
import { type PlannedShift, whatIsComing } from './rules.ts'

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
  const stillPlanned = new Set(still.shifts)
  const { coming, leftOut } = whatIsComing(
    await withEvents(
      ctx,
      unpublished.filter((shift) => stillPlanned.has(shift.id)),
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
  const events = new Map(rows.map((event) => [Number(event.id), { ...event, id: Number(event.id) }]))
  return shifts.flatMap(({ id, start, event }) => {
    const found = events.get(Number(event))
    return found ? [{ id, start, event: found }] : []
  })
}
