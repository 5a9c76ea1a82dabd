import { sql } from 'kysely'
import { ownActor } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import type { Published, PublishInput } from './contract.ts'
import { toPublish, toUnpublish } from './rules.ts'

type Locked = { id: number; draft: Date | null }

/**
 * Publishes a shift and notifies its person. Idempotent.
 * @throws DomainError 'forbidden' for anyone but an admin, 'not_found'.
 */
export async function publishShift(ctx: Ctx, id: number): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  await publish(ctx, await lockedShift(ctx, id))
}

/**
 * Publishes the unpublished shifts of an event, or some of them.
 * @returns how many.
 */
export async function publishEvent(ctx: Ctx, event: number, some?: readonly number[]): Promise<{ published: number }> {
  requireStanding(ctx.actor, 'admin')
  return { published: await publish(ctx, await lockedShifts(ctx, event, some)) }
}

export async function publishAll(ctx: Ctx, what: PublishInput): Promise<Published> {
  requireStanding(ctx.actor, 'admin')
  const ids = (await findUnpublished(ctx, what)).map(({ id }) => id)
  const now = ctx.clock.now()
  if (ids.length) await write(ctx, ids, 'shift.publish', now)
  return { shifts: ids, at: ids.length ? now.toISOString() : null }
}

/** Publishes the unpublished ones of some shifts on behalf of their planner. */
export async function publishFor(ctx: Ctx, shifts: readonly number[], planner: number | null): Promise<void> {
  const ids = (await findUnpublished(ctx, { events: [], shifts })).map(({ id }) => id)
  if (ids.length) await write(ctx, ids, 'shift.publish', ctx.clock.now(), planner)
}

/** Finds and locks the unpublished shifts of some events and among some shifts, by id. */
export const findUnpublished = (
  ctx: Ctx,
  { events, shifts }: PublishInput,
): Promise<{ id: number; event: number; start: Date }[]> =>
  ctx.db
    .selectFrom('shifts')
    .select(['id', 'event', 'start'])
    .where((of) => of.or([of('event', 'in', [0, ...events]), of('id', 'in', [0, ...shifts])]))
    .where('draft', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Unpublishes shifts that were published together, except those published again since.
 * @returns how many.
 */
export async function undoPublish(ctx: Ctx, { shifts, at }: Published): Promise<{ unpublished: number }> {
  requireStanding(ctx.actor, 'admin')
  if (!shifts.length || at === null) return { unpublished: 0 }
  const locked = await ctx.db
    .selectFrom('shifts')
    .select('id')
    .where('id', 'in', shifts)
    .where('draft', '=', new Date(at))
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = locked.map(({ id }) => id)
  if (!ids.length) throw new DomainError('conflict', 'This can no longer be undone: the shifts have changed since.')
  const planned = await ctx.db
    .selectFrom('publications')
    .select(['id', 'shifts'])
    .where('state', '=', 'planned')
    .where('shifts', '&&', sql<number[]>`${ids}::bigint[]`)
    .orderBy('id')
    .forUpdate()
    .execute()
  await write(ctx, ids, 'shift.unpublish', null)
  // Restores the plan: unpublishing a shift removes it from its publication (core.leave_publication).
  for (const { id, shifts: before } of planned)
    await sql`update publications set shifts = ${before}::bigint[], state = 'planned', ended_at = null where id = ${id}`.execute(
      ctx.db,
    )
  return { unpublished: ids.length }
}

export async function unpublishEvent(ctx: Ctx, event: number, some?: readonly number[]): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const ids = toUnpublish(await lockedShifts(ctx, event, some)).map((shift) => shift.id)
  if (ids.length) await write(ctx, ids, 'shift.unpublish', null)
}

/** Unpublishes a shift: hides it, cancels unsent messages, and notifies its person if they knew of it. */
export async function unpublishShift(ctx: Ctx, id: number): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const ids = toUnpublish(await lockedShift(ctx, id)).map((shift) => shift.id)
  if (ids.length) await write(ctx, ids, 'shift.unpublish', null)
}

async function publish(ctx: Ctx, shifts: readonly Locked[]): Promise<number> {
  const ids = toPublish(shifts).map((shift) => shift.id)
  if (ids.length) await write(ctx, ids, 'shift.publish', ctx.clock.now())
  return ids.length
}

async function lockedShift(ctx: Ctx, id: number): Promise<Locked[]> {
  const shift = await ctx.db
    .selectFrom('shifts')
    .select(['id', 'draft'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!shift) throw notFound('This shift does not exist.')
  return [shift]
}

async function lockedShifts(ctx: Ctx, event: number, some?: readonly number[]): Promise<Locked[]> {
  const found = await ctx.db.selectFrom('events').select('id').where('id', '=', event).executeTakeFirst()
  if (!found) throw notFound('This event does not exist.')
  const all = ctx.db.selectFrom('shifts').select(['id', 'draft']).where('event', '=', event).orderBy('id').forUpdate()
  return (some ? all.where('id', 'in', some.length ? some : [0]) : all).execute()
}

const write = (
  ctx: Ctx,
  ids: number[],
  action: string,
  draft: Date | null,
  publisher: number | null = ownActor(ctx.actor),
): Promise<void> =>
  inUnitOfWork(ctx, async () => {
    await sql`update shifts set draft = ${draft}, published_by = ${draft ? publisher : null}, sequence = sequence + 1, updated_at = clock_timestamp()
    where id = any (${ids}::bigint[])`.execute(ctx.db)
    await audit(ctx, ...ids.map((id) => ({ action, subject: 'shifts', subject_id: id })))
    ctx.wake('reminders.plan')
  })
