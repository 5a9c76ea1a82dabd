import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { CheckedTime } from './rules.ts'

/**
 * Stores a start or end and audits it. The shift must be locked.
 * @param from the stored value before.
 */
export async function recordTime(
  ctx: Ctx,
  id: number,
  what: 'start' | 'end',
  at: CheckedTime,
  from: Date | null,
): Promise<void> {
  await ctx.db
    .updateTable('shifts')
    .set({ [what === 'start' ? 'actual_start' : 'actual_end']: at, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
  await audit(ctx, {
    action: `shift.${what}`,
    subject: 'shifts',
    subject_id: id,
    details: { from: from?.toISOString() ?? null, to: at.toISOString() },
  })
}

/** Removes a recorded start and audits it. The shift must be locked. @param from the stored value. */
export async function removeStart(ctx: Ctx, id: number, from: Date): Promise<void> {
  await ctx.db
    .updateTable('shifts')
    .set({ actual_start: null, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
  await audit(ctx, {
    action: 'shift.take_back_start',
    subject: 'shifts',
    subject_id: id,
    details: { from: from.toISOString(), to: null },
  })
}

/** Removes a recorded end and audits it. The shift must be locked. @param from the stored value. */
export async function removeEnd(ctx: Ctx, id: number, from: Date): Promise<void> {
  await ctx.db
    .updateTable('shifts')
    .set({ actual_end: null, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
  await audit(ctx, {
    action: 'shift.take_back_end',
    subject: 'shifts',
    subject_id: id,
    details: { from: from.toISOString(), to: null },
  })
}

type StartedShift = {
  event: number
  person: number
  role: number | null
  location: number | null
  start: Date
  end: Date
}

export async function createStartedShift(
  ctx: Ctx,
  { event, person, role, location, start, end }: StartedShift,
  at: CheckedTime,
): Promise<number> {
  const now = ctx.clock.now()
  const { id } = await ctx.db
    .insertInto('shifts')
    .values({ event, person, role, location, start, end, actual_start: at, draft: now, assigned_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(ctx, {
    action: 'shifts.create',
    subject: 'shifts',
    subject_id: id,
    details: { person, role, event, actual_start: at.toISOString() },
  })
  return id
}
