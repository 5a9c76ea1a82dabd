import { sql } from 'kysely'
import { ownActor } from './actor.ts'
import type { Ctx, UnitOfWork } from './context.ts'

/** A context inside a unit of work. */
export type UnitCtx = Ctx & { unit: UnitOfWork }

const NONE: UnitOfWork = { settle_at: '', actor: '' }

/**
 * Runs a command as one unit of work: the database marks what it changes with who changed it, and with when that has settled
 * (`core.mark_shifts`). A command inside another has its own actor and its own wait.
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
