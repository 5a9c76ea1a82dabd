import type { Ctx } from '#server/engine/access/context.ts'
import { inUnitOfWork, type UnitCtx } from '#server/engine/access/unit-of-work.ts'
import { DomainError, forbidden, invalid } from '#server/engine/kernel/errors.ts'
import { groupBy } from '#server/engine/kernel/group-by.ts'
import { auditWrites } from './audit-writes.ts'
import type { Change, Declaration } from './define.ts'
import { accessOf, writerFor } from './reading.ts'
import type { RecordWriter, WriterParts } from './records.ts'
import type { Removals } from './removals.ts'
import type { Edit, RedeemedUndo, Undo } from './trash.ts'
import { differences, itemOf, refuseIssues, sameValue } from './write-input.ts'

export type UndoResult = { count: number; results: Record<string, number> }

export type UndoCommands = ReturnType<typeof createUndoCommands>

export function createUndoCommands({ registry, find, seen, trash }: WriterParts, writer: RecordWriter & Removals) {
  /**
   * Stores checked changes and keeps an undo for a day.
   * @returns the new ids, and how many records changed, here and in other collections.
   */
  const storeWithUndo = (
    ctx: Ctx,
    declaration: Declaration,
    changes: readonly Change[],
  ): Promise<{ created: number[]; changed: number; carried: number; undo?: Undo }> =>
    inUnitOfWork(ctx, async (unit) => {
      const added = changes.filter(({ before }) => !before)
      const updated = changes.filter(({ before }) => before)
      const own = editsOf(declaration, updated)
      const created = await writer.insert(unit, declaration, added)
      const others = await writer.store(unit, declaration, updated)
      const carried = others.flatMap((other) => editsOf(other.declaration, other.changes))
      const counts = { created, changed: own.length, carried: carried.length }
      if (!created.length && !own.length) return counts
      const edits = { edited: [...own, ...carried], created, left: unit.leftovers?.before ?? [] }
      return { ...counts, undo: await trash.snapshotEdits(unit, declaration.contract.name, edits) }
    })

  /**
   * Undoes a removal, a bulk edit or an import, if the actor may still make the change. Notifies people on restored
   * shifts.
   * @throws DomainError 'forbidden', 'invalid' without a token, 'not_found', 'conflict' (see `createTrash`).
   */
  const undo = async (ctx: Ctx, name: string, token: string | undefined): Promise<UndoResult> => {
    const declaration = find(ctx.actor, name)
    const access = accessOf(declaration, writerFor(ctx.actor))
    if (!access.remove && !access.update) throw forbidden()
    if (token === undefined) throw invalid({ token: ['Required.'] })
    return inUnitOfWork(ctx, async (unit) => {
      const redeemed = await trash.redeem(unit, name, token)
      const edits = redeemed.edited.length + redeemed.created.length > 0
      if (!edits && !access.remove) throw forbidden()
      const undone = await (edits ? revertEdits : restoreRemoved)(unit, declaration, redeemed)
      await redeemed.forget()
      return undone
    })
  }

  /**
   * Restores old values by the rules of an update, also of carried records, and removes created records, unless one was
   * changed since.
   */
  const revertEdits = async (ctx: UnitCtx, declaration: Declaration, redeemed: RedeemedUndo): Promise<UndoResult> => {
    const { created, since } = redeemed
    const { name, singular } = declaration.contract
    if (created.length && !accessOf(declaration, writerFor(ctx.actor)).remove) throw forbidden()
    const edits = groupBy(redeemed.edited, ({ collection }) => collection)
    if (created.length && !edits.has(name)) edits.set(name, [])
    const reverted = [...edits].map(([collection, edited]) => {
      const other = find(ctx.actor, collection)
      if (edited.length && !accessOf(other, writerFor(ctx.actor)).update) throw forbidden()
      return { other, edited, created: collection === name ? created : [] }
    })
    for (const { other, ...its } of reverted) await refuseGoneOrChanged(ctx, other, { ...its, since })
    for (const { other, edited } of reverted) {
      const items = edited.map(({ id, before }) => itemOf(other, 'all', { ...before, id }, 'update'))
      const changes = await writer.changesOf(ctx, other, items)
      refuseIssues(changes)
      await writer.store(ctx, other, changes)
    }
    if (redeemed.left.length) await declaration.leftovers?.takeBack(ctx, redeemed.left)
    if (created.length) {
      const { removed, cleared } = await trash.findDependents(ctx, name, created)
      const own = new Set([name, ...Object.values(declaration.linked).map(({ table }) => table)])
      if ([...removed.keys()].some((table) => !own.has(table)) || cleared.length)
        throw new DomainError('conflict', `This cannot be undone: a ${singular} of it is in use.`)
      await writer.removeAll(ctx, declaration, created, 'all')
    }
    const results = Object.fromEntries(
      reverted.map((its) => [its.other.contract.name, its.edited.length + its.created.length]),
    )
    return { count: results[name] ?? 0, results }
  }

  /** @throws DomainError 'conflict' when a record of the edit is gone, or was written since. */
  const refuseGoneOrChanged = async (
    ctx: Ctx,
    declaration: Declaration,
    { edited, created, since }: Pick<RedeemedUndo, 'edited' | 'created' | 'since'>,
  ): Promise<void> => {
    const { singular, fields } = declaration.contract
    const ids = [...edited.map(({ id }) => id), ...created]
    const stored = await writer.lockById(ctx, declaration, ids)
    if (ids.some((id) => !stored.has(id)))
      throw new DomainError('conflict', `This cannot be undone: a ${singular} of it is gone.`)
    const changed =
      edited.some(({ id, after }) =>
        Object.entries(after).some(([key, value]) => !sameValue(fields[key], value, stored.get(id)?.[key])),
      ) || created.some((id) => Date.parse(String(stored.get(id)?.updated_at)) > since.getTime())
    if (changed) throw new DomainError('conflict', `This cannot be undone: a ${singular} of it was changed since.`)
  }

  const restoreRemoved = async (
    ctx: UnitCtx,
    declaration: Declaration,
    redeemed: RedeemedUndo,
  ): Promise<UndoResult> => {
    const { name } = declaration.contract
    const afterWrites = new Map<string, (ids: readonly number[]) => Promise<void>>()
    const restored = await trash.restore(ctx, redeemed, async (tables) => {
      for (const table of tables) {
        const afterWrite = await registry.get(table)?.hooks.aroundWrite?.(ctx, [])
        if (afterWrite) afterWrites.set(table, afterWrite)
      }
    })
    for (const [table, afterWrite] of afterWrites) await afterWrite(restored.get(table) ?? [])
    const ids = restored.get(name) ?? []
    await declaration.leftovers?.takeBackRemoved(ctx, ids, redeemed.since)
    const details = ids.map((id) => ({ id, details: {} }))
    await auditWrites(ctx, declaration, 'restore', details)
    const visible = [...restored].filter(([table]) => seen(ctx.actor).has(table))
    return { count: ids.length, results: Object.fromEntries(visible.map(([table, { length }]) => [table, length])) }
  }

  /** As `update`, with an undo. @returns as `storeWithUndo`. */
  const updateWithUndo = async (ctx: Ctx, name: string, values: readonly unknown[]) => {
    const { declaration, changes } = await writer.planUpdate(ctx, name, values)
    return storeWithUndo(ctx, declaration, changes)
  }

  return { storeWithUndo, updateWithUndo, undo }
}

const editsOf = (declaration: Declaration, changes: readonly Change[]): Edit[] =>
  changes.flatMap((change) => {
    const fields = Object.entries(differences(declaration, change))
    if (!fields.length) return []
    const before = Object.fromEntries(fields.map(([name, [value]]) => [name, value]))
    const after = Object.fromEntries(fields.map(([name, [, value]]) => [name, value]))
    return [{ collection: declaration.contract.name, id: change.before?.id ?? 0, before, after }]
  })
