import type { Ctx, UnitOfWork, UnitPart } from './context.ts'

/** A context inside a unit of work. */
export type UnitCtx = Ctx & { unit: UnitOfWork }

const isInUnit = (ctx: Ctx): ctx is UnitCtx => ctx.unit !== undefined

/**
 * Runs a command as one unit of work: its parts finish once, after the last of its writes and before the commit, however many
 * writes joined them. A command inside another joins the outer one.
 */
export async function inUnitOfWork<T>(ctx: Ctx, work: (ctx: UnitCtx) => Promise<T>): Promise<T> {
  if (isInUnit(ctx)) return work(ctx)
  const unit: UnitOfWork = new Map()
  const result = await work({ ...ctx, unit })
  for (const part of unit.values()) await part.finish()
  return result
}

/** Returns the part of the unit of work that `create` makes; all writes of the unit share it. */
export function joinUnit<T extends UnitPart>(ctx: UnitCtx, create: (ctx: Ctx) => T): T {
  const known = ctx.unit.get(create) as T | undefined
  if (known) return known
  const part = create(ctx)
  ctx.unit.set(create, part)
  return part
}
