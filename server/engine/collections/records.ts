import type { Actor } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { forbidden, notFound } from '#server/engine/kernel/errors.ts'
import { auditWrites } from './audit-writes.ts'
import { mapConstraintErrors, NOT_FOUND } from './constraint-messages.ts'
import type { Change, Declaration } from './define.ts'
import { addIssue } from './issues.ts'
import type { CountHeld, CountWorked } from './reach.ts'
import { accessOf, type Registry, type Standing, writerFor } from './reading.ts'
import { auditDetails, changeOf, newChange, referencesOf, refuseFields } from './record-change.ts'
import type { Trash } from './trash.ts'
import { type Item, itemOf, refuseIssues } from './write-input.ts'
import { existingIds, insertRows, lockRows, updateRows } from './write-sql.ts'

export type WriterParts = {
  registry: Registry
  /** Finds a collection for writing. @throws DomainError 'not_found', 'forbidden'. */
  find: (actor: Actor, name: string) => Declaration
  seen: (actor: Actor) => Registry
  trash: Trash
  /** Tables that people write although they are no collections, with the name for their count in a removal. */
  uncollected: Readonly<Record<string, string>>
  countHeld: CountHeld
  countWorked: CountWorked
}

type Planned = { declaration: Declaration; changes: readonly Change[] }

export type RecordWriter = ReturnType<typeof createRecordWriter>

/** Creates and changes records, all or nothing within the caller's transaction. */
export function createRecordWriter({ registry, find }: Pick<WriterParts, 'registry' | 'find'>) {
  /** Returns the fields that a new record may have. @throws DomainError 'not_found', 'unauthenticated', 'forbidden'. */
  const requireCreate = (ctx: Ctx, name: string) => {
    const declaration = find(ctx.actor, name)
    const fields = accessOf(declaration, writerFor(ctx.actor)).create
    if (!fields) throw forbidden()
    return { declaration, fields }
  }

  /** Returns the changeable fields. @throws DomainError as `requireCreate`. */
  const requireUpdate = (ctx: Ctx, name: string) => {
    const declaration = find(ctx.actor, name)
    const access = accessOf(declaration, writerFor(ctx.actor)).update
    if (!access) throw forbidden()
    return { declaration, fields: access.fields }
  }

  /**
   * @returns the ids in the order of the values, and secrets for this response only.
   * @throws DomainError 'unauthenticated', 'forbidden', 'invalid' (with `items` for a longer list), 'conflict'.
   */
  const create = async (ctx: Ctx, name: string, values: readonly unknown[]) => {
    const { declaration, fields } = requireCreate(ctx, name)
    const items = values.map((value) => itemOf(declaration, fields, value, 'create'))
    refuseFields(
      ctx.actor,
      declaration,
      items.flatMap((item) => Object.keys(item.forbidden)),
    )
    const changes = await newChanges(ctx, declaration, items)
    refuseIssues(changes)
    const ids = await insert(ctx, declaration, changes)
    return { ids, reveals: changes.map(({ reveal }) => reveal) }
  }

  const newChanges = async (ctx: Ctx, declaration: Declaration, items: readonly Item[]): Promise<Change[]> => {
    const changes = items.map((item) => newChange(declaration, item))
    await applyRules(ctx, declaration, writerFor(ctx.actor), changes)
    return changes
  }

  /** Inserts checked changes. @returns ids in the order of the changes. */
  const insert = (ctx: Ctx, declaration: Declaration, changes: readonly Change[]): Promise<number[]> =>
    inUnitOfWork(ctx, async (unit) => {
      const rows = changes.map(({ after }) => after)
      const afterWrite = await declaration.hooks.aroundWrite?.(unit, [])
      const ids = rows.length ? await mapConstraintErrors(declaration, () => insertRows(ctx, declaration, rows)) : []
      await afterWrite?.(ids)
      const details = changes.map((change, i) => ({ id: ids[i] ?? 0, details: auditDetails(declaration, change) }))
      await auditWrites(ctx, declaration, 'create', details)
      return ids
    })

  const lockById = async (ctx: Ctx, declaration: Declaration, ids: readonly number[]) => {
    await declaration.hooks.beforeWrite?.(ctx, { fields: 'all', removal: true })
    const stored = ids.length ? await lockRows(ctx, declaration, writerFor(ctx.actor), ids) : []
    return new Map(stored.flatMap(({ row, visible }) => (visible ? [[row.id, row] as const] : [])))
  }

  /**
   * Changes records by their ids; absent fields stay.
   * @returns the ids in the order of the values.
   * @throws DomainError as `create`, and 'not_found' for ids of another site or invisible ones.
   */
  const update = async (ctx: Ctx, name: string, values: readonly unknown[]): Promise<number[]> => {
    const { declaration, changes } = await planUpdate(ctx, name, values)
    await store(ctx, declaration, changes)
    return changes.map(({ before }) => before?.id ?? 0)
  }

  const planUpdate = async (ctx: Ctx, name: string, values: readonly unknown[]): Promise<Planned> => {
    const { declaration, fields } = requireUpdate(ctx, name)
    const items = values.map((value) => itemOf(declaration, fields, value, 'update'))
    const ids = new Set<number>()
    for (const { id, issues } of items) {
      if (id !== null && ids.has(id)) addIssue(issues, 'id', 'Given more than once.')
      if (id !== null) ids.add(id)
    }
    if (items.some(({ id }) => id === null)) refuseIssues(items)
    const changes = await changesOf(ctx, declaration, items)
    refuseIssues(changes)
    return { declaration, changes }
  }

  /** Applies all rules; refuses only unknown ids and forbidden fields. @throws DomainError 'not_found', 'forbidden'. */
  const changesOf = async (ctx: Ctx, declaration: Declaration, items: readonly Item[]): Promise<Change[]> => {
    const standing = writerFor(ctx.actor)
    const ids = items.map(({ id }) => id ?? 0)
    const fields = [...new Set(items.flatMap(({ given }) => Object.keys(given)))]
    await declaration.hooks.beforeWrite?.(ctx, { fields, removal: false })
    const stored = items.length
      ? await mapConstraintErrors(declaration, () => lockRows(ctx, declaration, standing, ids))
      : []
    const visible = new Map(stored.filter((row) => row.visible).map((row) => [row.row.id, row]))
    if (ids.some((id) => !visible.has(id))) throw notFound()
    if (stored.some((row) => !row.writable)) throw forbidden('You can only change your own.')
    const changes = items.map((item) =>
      changeOf(ctx.actor, declaration, standing, item, visible.get(item.id ?? 0)?.row ?? { id: 0 }),
    )
    await applyRules(ctx, declaration, standing, changes)
    return changes
  }

  /** Stores checked changes. @returns the carried changes of other collections. */
  const store = (ctx: Ctx, declaration: Declaration, changes: readonly Change[]): Promise<readonly Planned[]> =>
    inUnitOfWork(ctx, async (unit) => {
      const updates = (await declaration.hooks.carries?.(ctx, changes)) ?? []
      const real = changes
        .map((change) => ({
          id: change.before?.id ?? 0,
          details: auditDetails(declaration, change),
          row: change.after,
        }))
        .filter(({ details }) => Object.keys(details).length)
      const ids = real.map(({ id }) => id)
      const rows = real.map(({ row }) => row)
      const afterWrite = await declaration.hooks.aroundWrite?.(unit, ids)
      if (rows.length) await mapConstraintErrors(declaration, () => updateRows(ctx, declaration, rows))
      await afterWrite?.(ids)
      await auditWrites(ctx, declaration, 'update', real)
      const carried: Planned[] = []
      for (const { collection, values } of updates) {
        if (!values.length) continue
        const planned = await planUpdate(unit, collection, values)
        carried.push(planned, ...(await store(unit, planned.declaration, planned.changes)))
      }
      return carried
    })

  async function applyRules(ctx: Ctx, declaration: Declaration, standing: Standing, changes: readonly Change[]) {
    const idsByCollection = new Map<string, Set<number>>()
    const references = changes.flatMap((change) => referencesOf(declaration, change))
    for (const { to, ids } of references)
      for (const id of ids) idsByCollection.set(to, (idsByCollection.get(to) ?? new Set()).add(id))
    const existing = await existingIds(ctx, registry, standing, idsByCollection)
    for (const { change, name, to, ids } of references)
      if (!ids.every((id) => existing.get(to)?.has(id))) addIssue(change.issues, name, NOT_FOUND)
    await declaration.hooks.applyRules?.(ctx, changes)
  }

  return {
    requireCreate,
    requireUpdate,
    create,
    newChanges,
    insert,
    lockById,
    update,
    planUpdate,
    changesOf,
    store,
  }
}
