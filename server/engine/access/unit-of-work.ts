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

/**
 * Returns a part of the unit of work, which all its writes share; the first to join creates it.
 * @param name identifies the part. The built product holds two copies of this code, so the function itself would not.
 */
export function joinUnit<T extends UnitPart>(ctx: UnitCtx, name: string, create: (ctx: Ctx) => T): T {
  const known = ctx.unit.get(name) as T | undefined
  if (known) return known
  const part = create(ctx)
  ctx.unit.set(name, part)
  return part
}
