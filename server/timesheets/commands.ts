import { sql } from 'kysely'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'
import { endVerdict, isForgotten } from '#server/shifts/hours/rules.ts'
import { recordTime } from '#server/shifts/hours/store.ts'
import type { KeepHoursInput } from './contract.ts'
import { farLongerSql, isFarLonger } from './rules.ts'

/**
 * Ends forgotten or far too long shifts at their planned ends; notifies no one. Skips other ended shifts, those with
 * kept hours, those started today or after their planned end, and unknown ids.
 * @returns the ids of the ended shifts.
 */
export async function endAsPlanned(ctx: Ctx, ids: readonly number[]): Promise<{ ended: number[] }> {
  const shifts = await ctx.db
    .selectFrom('shifts')
    .select(['id', 'start', 'end', 'modified_start', 'modified_end', 'actual_start', 'actual_end'])
    .select(['hours', 'kept_hours'])
    .where('id', 'in', ids)
    .where('draft', 'is not', null)
    .where('person', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const facts = { now: ctx.clock.now(), zone: ctx.site.timezone }
  const ended: number[] = []
  for (const row of shifts) {
    const shift = { ...row, ...personTimes(row) }
    const isAskedAbout = shift.actual_end
      ? isFarLonger(shift) && shift.kept_hours !== shift.hours
      : isForgotten(shift, facts.now, facts.zone)
    if (!isAskedAbout) continue
    const verdict = endVerdict(shift, shift.end, { ...facts, admin: true })
    if (!verdict.ok || verdict.at.getTime() !== shift.end.getTime()) continue
    await recordTime(ctx, shift.id, 'end', verdict.at, shift.actual_end)
    ended.push(shift.id)
  }
  return { ended }
}

/**
 * Accepts the hours of shifts that took far longer than planned, or reverts that. A later correction of the hours voids
 * the acceptance. Skips all other shifts.
 * @returns the ids of the changed shifts.
 */
export async function keepHours(ctx: Ctx, { shifts, keep }: KeepHoursInput): Promise<{ changed: number[] }> {
  const farLonger = sql.raw<boolean>(farLongerSql('s'))
  const { rows } = await sql<{ id: number; hours: number }>`
    update shifts s set kept_hours = ${keep ? sql`s.hours` : null}
    where s.id = any (${shifts}::bigint[]) and s.draft is not null and s.person is not null and ${farLonger}
      and (s.kept_hours is not distinct from s.hours) <> ${keep}::boolean
    returning s.id, s.hours`.execute(ctx.db)
  await audit(
    ctx,
    ...rows.map(({ id, hours }) => ({
      action: keep ? 'shift.keep_hours' : 'shift.ask_hours',
      subject: 'shifts',
      subject_id: id,
      details: { hours },
    })),
  )
  return { changed: rows.map(({ id }) => id).sort((a, b) => a - b) }
}
