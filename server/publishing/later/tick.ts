import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { type SweepDeps, sweep } from '#server/engine/access/sweep.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import { findUnpublished, publishFor } from '../commands.ts'
import { tellLeftOut } from './left-out.ts'
import { type PlannedShift, whatIsComing } from './rules.ts'

const BATCH = 100

/**
 * Publishes due plans at all sites. Marks each publication in the transaction that publishes and queues its messages,
 * so that it runs exactly once.
 */
export const publishPlanned = (deps: SweepDeps): Promise<unknown> =>
  sweep<{ site: number; publication: number }>(deps, {
    name: 'publications',
    find: 'publications_due',
    most: BATCH,
    work: (ctx, { publication }) => publishOne(ctx, publication),
  })

/**
 * Publishes the remaining shifts of one publication and notifies the planner of the others. Does nothing if it was
 * cancelled or published since it was found.
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
  // Same lock order as unpublishing: shifts before the publication.
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
    select e.id, e.name, e.archived, ${sql.raw(isOffSql('e'))} as called_off from events e
    where e.id = any (${[...new Set(shifts.map(({ event }) => event))]}::bigint[])`.execute(db)
  const events = new Map(rows.map((event) => [Number(event.id), { ...event, id: Number(event.id) }]))
  return shifts.flatMap(({ id, start, event }) => {
    const found = events.get(Number(event))
    return found ? [{ id, start, event: found }] : []
  })
}
