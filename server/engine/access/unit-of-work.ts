import { sql } from 'kysely'
import { ownActor } from './actor.ts'
import type { Ctx, UnitOfWork } from './context.ts'

export type UnitCtx = Ctx & { unit: UnitOfWork }

const NONE: UnitOfWork = { settle_at: '', actor: '' }

/**
 * Runs a command as one unit of work: the database marks its changes with their author and with the instant at which
 * they settle (`core.mark_shifts`). A nested command has its own actor and delay.
 */
export async function inUnitOfWork<T>(ctx: Ctx, work: (ctx: UnitCtx) => Promise<T>): Promise<T> {
  const unit = {
    settle_at: new Date(ctx.clock.epochMs() + (ctx.notices?.wait_ms ?? 0)).toISOString(),
    actor: String(ownActor(ctx.actor) ?? ''),
  }
  const outer = ctx.unit ?? NONE
  if (unit.settle_at === outer.settle_at && unit.actor === outer.actor) return work({ ...ctx, unit })
  await enter(ctx, unit)
  const result = await work({ ...ctx, unit })
  await enter(ctx, outer)
  return result
}

const enter = ({ db }: Ctx, { settle_at, actor }: UnitOfWork) =>
  sql`select set_config('app.settle_at', ${settle_at}, true), set_config('app.actor', ${actor}, true)`.execute(db)
