import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'
import type { FormerTimes } from './contract.ts'
import { hoursProblem } from './limits.pure.ts'
import { BEFORE_START } from './rules.ts'

/**
 * Corrects hours on a reassigned or deleted shift; without times they no longer count.
 * @throws DomainError 'not_found'; 'invalid' under `actual_start` or `actual_end`, as for a shift.
 */
export async function correctFormer(ctx: Ctx, id: number, times: FormerTimes): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const row = await ctx.db
    .selectFrom('worked')
    .select(['shift', 'start', 'end', 'modified_start', 'modified_end', 'actual_start', 'actual_end'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('These hours do not exist.')
  if (times.actual_start && times.actual_end && times.actual_end < times.actual_start)
    throw invalid({ actual_end: [BEFORE_START] })
  const now = ctx.clock.now()
  const changed = ['actual_start', 'actual_end'] as const
  const problem = hoursProblem({ ...personTimes(row), ...times }, { now, admin: true, changed })
  if (problem) throw invalid({ [problem.field]: [problem.message] })
  await ctx.db
    .updateTable('worked')
    .set({ ...times, was_running: false, updated_at: now })
    .where('id', '=', id)
    .execute()
  const texts = changed.map((name) => [name, [row[name]?.toISOString() ?? null, times[name]?.toISOString() ?? null]])
  await audit(ctx, {
    action: 'shift.correct_former',
    subject: 'shifts',
    subject_id: row.shift,
    details: Object.fromEntries(texts),
  })
}
