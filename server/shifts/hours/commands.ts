import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { forbidden, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { endVerdict, startVerdict, type Verdict } from './rules.ts'
import { recordTime } from './store.ts'

/** Records when a shift was started. @throws DomainError 'not_found', 'forbidden' for somebody else's, 'invalid' under `datetime`. */
export const recordStart = (ctx: Ctx, id: number, at: Date) => record(ctx, id, 'start', at)

/** Records when a shift was ended; see `recordStart`. */
export const recordEnd = (ctx: Ctx, id: number, at: Date) => record(ctx, id, 'end', at)

async function record(ctx: Ctx, id: number, what: 'start' | 'end', at: Date): Promise<void> {
  const me = requirePerson(ctx.actor)
  const admin = standingOf(ctx.actor) === 'admin'
  const shift = await ctx.db
    .selectFrom('shifts')
    .select(['person', 'start', 'end', 'actual_start', 'actual_end', 'draft'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!shift || (shift.draft === null && !admin)) throw notFound('This shift does not exist.')
  if (shift.person !== me && !admin) throw forbidden()
  const facts = { now: ctx.clock.now(), zone: ctx.site.timezone, admin }
  const verdict: Verdict = what === 'start' ? startVerdict(shift, at, facts) : endVerdict(shift, at, facts)
  if (!verdict.ok) throw invalid({ datetime: [verdict.message] })
  const column = what === 'start' ? 'actual_start' : 'actual_end'
  if (shift[column]?.getTime() === verdict.at.getTime()) return
  await recordTime(ctx, id, what, verdict.at, shift[column])
}
