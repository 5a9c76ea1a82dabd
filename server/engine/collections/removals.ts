import { scopesOfRemoval } from '#server/engine/access/areas.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireScopes } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { DomainError, forbidden, notFound } from '#server/engine/kernel/errors.ts'
import { auditWrites } from './audit-writes.ts'
import { mapConstraintErrors } from './constraint-messages.ts'
import type { Declaration, Row } from './define.ts'
import { withChoice } from './leftovers.ts'
import { type Confirmed, reachOf, requireConfirmed } from './reach.ts'
import { accessOf, writerFor } from './reading.ts'
import type { WriterParts } from './records.ts'
import { during, type RemovalEffects, type Undo } from './trash.ts'
import { deleteRows, lockRows } from './write-sql.ts'

export type Removals = ReturnType<typeof createRemovals>

export function createRemovals({ registry, find, seen, trash, uncollected, countHeld, countWorked }: WriterParts) {
  /**
   * Removes one record. @param how.choice for its leftovers.
   * @returns the token that restores it. @throws DomainError as `removeAll`, 'invalid' for an unknown choice.
   */
  const remove = async (
    ctx: Ctx,
    name: string,
    id: number,
    { confirmed, choice }: { confirmed: Confirmed; choice?: string | undefined },
  ): Promise<Undo> => {
    const declaration = find(ctx.actor, name)
    if (!accessOf(declaration, writerFor(ctx.actor)).remove) throw forbidden()
    return removeAll(withChoice(ctx, declaration, choice, true), declaration, [id], confirmed)
  }

  /** @throws DomainError 'forbidden' for a key that may not write one of the areas. */
  const dependentsOf = async (ctx: Ctx, name: string, ids: readonly number[]) => {
    const dependents = await trash.findDependents(ctx, name, ids)
    requireScopes(ctx.actor, scopesOfRemoval([...dependents.removed.keys()]))
    return dependents
  }

  const reach = async (ctx: Ctx, declaration: Declaration, stored: Stored, effects: RemovalEffects) =>
    reachOf(seen(ctx.actor), declaration.contract.name, effects, {
      held: await countHeld(ctx, effects.removed),
      worked: await countWorked(ctx, effects),
      uncollected,
      ended: stored.map(({ row }) => declaration.hooks.ends?.(row) ?? {}),
    })
  const countLeft = async (
    ctx: Ctx,
    { leftovers }: Declaration,
    ids: readonly number[],
  ): Promise<Record<string, number>> => (leftovers ? { [leftovers.counted]: await leftovers.count(ctx, ids) } : {})

  /**
   * Removes records with their dependents, and keeps everything for a day.
   * @throws DomainError as `update`, 'conflict' with the counts when it reaches unconfirmed other records.
   */
  const removeAll = (ctx: Ctx, declaration: Declaration, ids: readonly number[], confirmed: Confirmed): Promise<Undo> =>
    inUnitOfWork(ctx, async (unit) => {
      const { name } = declaration.contract
      await declaration.hooks.beforeWrite?.(ctx, { fields: [], removal: true })
      const stored = await mapConstraintErrors(declaration, () => lockRows(ctx, declaration, writerFor(ctx.actor), ids))
      if (stored.length < ids.length || stored.some(({ visible }) => !visible)) throw notFound()
      for (const { row } of stored) await declaration.hooks.beforeRemove?.(ctx, row, ids)
      const afterWrite = await declaration.hooks.aroundWrite?.(unit, ids)
      const effects = await dependentsOf(ctx, name, ids)
      const left = await countLeft(ctx, declaration, ids)
      requireConfirmed(await reach(ctx, declaration, stored, effects), confirmed, left)
      for (const [table, gone] of effects.removed) await registry.get(table)?.hooks.beforeDelete?.(ctx, [...gone])
      const undo = await trash.snapshot(ctx, name, effects)
      await during(ctx, 'removes', 'on')
      await trash.clearLists(ctx, effects)
      await mapConstraintErrors(declaration, () => deleteRows(ctx, declaration, ids))
      await during(ctx, 'removes', 'off')
      await afterWrite?.(ids)
      const details = ids.map((id) => ({ id, details: {} }))
      await auditWrites(ctx, declaration, 'remove', details)
      return undo
    })

  const previewRemoval = async (ctx: Ctx, declaration: Declaration, ids: readonly number[]) => {
    const stored = await lockRows(ctx, declaration, writerFor(ctx.actor), ids)
    if (stored.length < ids.length || stored.some(({ visible }) => !visible)) throw notFound()
    const byId = new Map(stored.map(({ row }) => [row.id, row]))
    const rows: { row: Row & { id: number }; refusal: string | null }[] = []
    for (const row of ids.flatMap((id) => byId.get(id) ?? []))
      rows.push({ row, refusal: await refusalTo(async () => declaration.hooks.beforeRemove?.(ctx, row, ids)) })
    const { name } = declaration.contract
    const effects = await dependentsOf(ctx, name, ids)
    return {
      rows,
      reach: await reach(ctx, declaration, stored, effects),
      left: await countLeft(ctx, declaration, ids),
    }
  }

  return { remove, removeAll, previewRemoval }
}

type Stored = readonly { row: Row }[]

async function refusalTo(work: () => Promise<void> | void | undefined): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}
