import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { DomainError, forbidden, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'
import { endVerdict, startVerdict, type Verdict } from './rules.ts'
import { recordTime, removeStart } from './store.ts'
import { startsRecorded, TAKE_BACK_MS } from './take-back.ts'

/** @throws DomainError 'not_found', 'forbidden' for someone else's, 'invalid' under `datetime`. */
export const recordStart = (ctx: Ctx, id: number, at: Date) => record(ctx, id, 'start', at)

export const recordEnd = (ctx: Ctx, id: number, at: Date) => record(ctx, id, 'end', at)

/**
 * Takes back a mistaken start within ten minutes of recording it. Does nothing if the shift was not started.
 * @throws DomainError 'not_found', 'forbidden' for someone else's, 'conflict' when it has ended or too late.
 */
export async function takeBackStart(ctx: Ctx, id: number): Promise<void> {
  const shift = await ownShift(ctx, id)
  if (!shift.actual_start) return
  if (shift.actual_end) throw new DomainError('conflict', 'This shift has ended.')
  const recorded = (await startsRecorded(ctx.db, [id])).get(id)
  if (!recorded || ctx.clock.now().getTime() - recorded.getTime() > TAKE_BACK_MS)
    throw new DomainError('conflict', 'A start can be undone for ten minutes. Ask an admin to correct it.')
  await removeStart(ctx, id, shift.actual_start)
}

async function record(ctx: Ctx, id: number, what: 'start' | 'end', at: Date): Promise<void> {
  const shift = await ownShift(ctx, id)
  const admin = standingOf(ctx.actor) === 'admin'
  const facts = { now: ctx.clock.now(), zone: ctx.site.timezone, admin }
  const verdict: Verdict = what === 'start' ? startVerdict(shift, at, facts) : endVerdict(shift, at, facts)
  if (!verdict.ok) throw invalid({ datetime: [verdict.message] })
  const column = what === 'start' ? 'actual_start' : 'actual_end'
  if (shift[column]?.getTime() === verdict.at.getTime()) return
  await recordTime(ctx, id, what, verdict.at, shift[column])
}

/** Locks a shift whose times the actor may record: their own published one, or any for an admin. */
async function ownShift(ctx: Ctx, id: number) {
  const me = requirePerson(ctx.actor)
  const admin = standingOf(ctx.actor) === 'admin'
  const shift = await ctx.db
    .selectFrom('shifts')
    .select(['person', 'start', 'end', 'modified_start', 'modified_end', 'actual_start', 'actual_end', 'draft'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!shift || (shift.draft === null && !admin)) throw notFound('This shift does not exist.')
  if (shift.person !== me && !admin) throw forbidden('This is not your shift.')
  return { ...shift, ...personTimes(shift) }
}
