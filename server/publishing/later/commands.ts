import { sql } from 'kysely'
import { ownActor } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { DomainError, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { findUnpublished } from '../commands.ts'
import { type LaterInput, MAX_PUBLISHED, type PlannedPublication } from './contract.ts'

/**
 * Schedules the publication of shifts. Fixes the list now, so that shifts added later are excluded; their content is
 * read at that time. A shift in another plan moves to this one.
 * @throws DomainError 'invalid' at `at` or `shifts`; 'forbidden' for anyone but an admin.
 */
export async function publishLater(ctx: Ctx, input: LaterInput): Promise<PlannedPublication> {
  requireStanding(ctx.actor, 'admin')
  const found = await findUnpublished(ctx, input)
  const at = new Date(input.at)
  if (!found.length) throw invalid({ shifts: ['All of these shifts are published.'] })
  if (found.length > MAX_PUBLISHED)
    throw invalid({ shifts: [`At most ${MAX_PUBLISHED} shifts are published at a time.`] })
  if (at <= ctx.clock.now()) throw invalid({ at: ['Choose a date and time in the future.'] })
  const first = Math.min(...found.map(({ start }) => start.getTime()))
  if (at.getTime() >= first) throw invalid({ at: ['Choose a time before the first of the shifts begins.'] })
  const ids = found.map(({ id }) => id)
  await releaseShifts(ctx, ids)
  const { id } = await ctx.db
    .insertInto('publications')
    .values({ shifts: ids, due_at: at, created_by: ownActor(ctx.actor), created_at: ctx.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(ctx, ...ids.map((shift) => ({ action: 'shift.publish_later', subject: 'shifts', subject_id: shift })))
  return { id, at: at.toISOString(), shifts: ids.length, by: null, left_out: null }
}

/** Removes shifts from their planned publications, and cancels those left empty. */
const releaseShifts = (ctx: Ctx, shifts: readonly number[]): Promise<unknown> =>
  sql`update publications set
      shifts = case when shifts <@ ${[...shifts]}::bigint[] then shifts
        else array(select s from unnest(shifts) s where s <> all (${[...shifts]}::bigint[])) end,
      state = case when shifts <@ ${[...shifts]}::bigint[] then 'cancelled' else state end,
      ended_at = case when shifts <@ ${[...shifts]}::bigint[] then ${ctx.clock.now()}::timestamptz end
    where state = 'planned' and shifts && ${[...shifts]}::bigint[]`.execute(ctx.db)

/**
 * Cancels a planned publication; its shifts stay unpublished. Idempotent.
 * @throws DomainError 'conflict' once it is done.
 */
export async function cancelPublication(ctx: Ctx, id: number): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const found = await ctx.db
    .selectFrom('publications')
    .select(['state', 'shifts'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound('This publication does not exist.')
  if (found.state === 'cancelled') return
  if (found.state === 'done') throw new DomainError('conflict', 'These shifts are published already.')
  await ctx.db
    .updateTable('publications')
    .set({ state: 'cancelled', ended_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
  await audit(
    ctx,
    ...found.shifts.map((shift) => ({ action: 'shift.publish_never', subject: 'shifts', subject_id: shift })),
  )
}
