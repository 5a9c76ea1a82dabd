import type { Ctx } from '#server/engine/access/context.ts'
import { endVerdict, isForgotten } from '#server/shifts/hours/rules.ts'
import { recordTime } from '#server/shifts/hours/store.ts'
import { personTimes } from '#server/shifts/times/rules.ts'

/**
 * Ends shifts whose people forgot to sign out, each at its planned end; nobody is notified. Left out are shifts that have an
 * end, that were started today or only after their planned end, and unknown ones.
 * @returns the ids of the ended shifts.
 */
export async function endAsPlanned(ctx: Ctx, ids: readonly number[]): Promise<{ ended: number[] }> {
  const shifts = await ctx.db
    .selectFrom('shifts')
    .select(['id', 'start', 'end', 'modified_start', 'modified_end', 'actual_start', 'actual_end'])
    .where('id', 'in', ids)
    .where('actual_end', 'is', null)
    .where('draft', 'is not', null)
    .where('person', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const facts = { now: ctx.clock.now(), zone: ctx.site.timezone }
  const ended: number[] = []
  for (const row of shifts) {
    const shift = { ...row, ...personTimes(row) }
    if (!isForgotten(shift, facts.now, facts.zone)) continue
    const verdict = endVerdict(shift, shift.end, { ...facts, admin: true })
    if (!verdict.ok || verdict.at.getTime() !== shift.end.getTime()) continue
    await recordTime(ctx, shift.id, 'end', verdict.at, null)
    ended.push(shift.id)
  }
  return { ended }
}
