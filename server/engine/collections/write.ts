import type { Actor } from '#server/engine/access/actor.ts'
import { scopesOfRemoval } from '#server/engine/access/areas.ts'
import { type AuditEntry, audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireScopes } from '#server/engine/access/permission.ts'
import { DomainError, forbidden, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { NOT_FOUND, refusalOf } from './constraint-messages.ts'
import type { ListShape } from './contract.ts'
import type { Change, Declaration, Row } from './define.ts'
import { addIssue } from './issues.ts'
import { accessOf, fieldOf, type Registry, readsField, type Standing, writerFor } from './reading.ts'
import { createTrash, type Edit, type Edits, type Undo } from './trash.ts'
import { differences, type Item, itemOf, objectsOf, refuseIssues, sameValue } from './write-input.ts'
import { columnsOf, deleteRows, existing, insertRows, lockRows, updateRows } from './write-sql.ts'

/** Answers with the written records in list shape. */
type Answer = (ctx: Ctx, declaration: Declaration, ids: readonly number[]) => Promise<string>

export type Writer = ReturnType<typeof createWriter>

/** The writing half of the engine. Each call belongs to one transaction: it is stored whole or not at all. */
export function createWriter(
  registry: Registry,
  /** The collection as the actor writes it. @throws DomainError 'not_found', 'forbidden'. */
  find: (actor: Actor, name: string) => Declaration,
  /** The collections that the actor reads. */
  seen: (actor: Actor) => Registry,
  answer: Answer,
) {
  const trash = createTrash()

  /**
   * Creates the objects of a body (one, or a list) and answers with them in the order of the list.
   * @throws DomainError 'unauthenticated', 'forbidden', 'invalid' (with `items` for a longer list), 'too_large', 'conflict'.
   */
  const create = async (ctx: Ctx, name: string, body: unknown): Promise<string> => {
    const declaration = find(ctx.actor, name)
    const allowed = accessOf(declaration, writerFor(ctx.actor)).create
    if (!allowed) throw forbidden()
    const items = objectsOf(body).map((value) => itemOf(declaration, allowed, value, 'create'))
    refuseFields(
      ctx.actor,
      items.flatMap((item) => Object.keys(item.forbidden)),
    )
    const changes = await newChanges(ctx, declaration, items)
    refuseIssues(changes)
    const ids = await insert(ctx, declaration, changes)
    return withSecrets(declaration, changes, ids, await answer(ctx, declaration, ids))
  }

  /** What items would create, settled by all rules; nothing is refused yet. */
  const newChanges = async (ctx: Ctx, declaration: Declaration, items: readonly Item[]): Promise<Change[]> => {
    const changes = items.map((item) => newChange(declaration, item))
    await applyRules(ctx, declaration, writerFor(ctx.actor), changes)
    return changes
  }

  /** Stores settled changes as new records. @returns their ids in the order of the changes. */
  const insert = async (ctx: Ctx, declaration: Declaration, changes: readonly Change[]): Promise<number[]> => {
    const rows = changes.map(({ after }) => after)
    const watched = await declaration.hooks.aroundWrite?.(ctx, [])
    const ids = rows.length ? await mapConstraintErrors(declaration, () => insertRows(ctx, declaration, rows)) : []
    await watched?.(ids)
    await auditWrites(
      ctx,
      declaration,
      'create',
      changes.map((change, i) => ({ id: ids[i] ?? 0, details: changed(declaration, change) })),
    )
    return ids
  }

  /** Visible records by id, locked. */
  const lockById = async (ctx: Ctx, declaration: Declaration, ids: readonly number[]) => {
    await declaration.hooks.beforeWrite?.(ctx, { fields: 'all', removal: true })
    const stored = ids.length ? await lockRows(ctx, declaration, writerFor(ctx.actor), ids) : []
    return new Map(stored.flatMap(({ row, visible }) => (visible ? [[row.id, row] as const] : [])))
  }

  /**
   * Changes the records of a body by their ids; fields that are absent stay.
   * @throws DomainError as `create`, and 'not_found' for ids that are not of this site or not for this actor.
   */
  const update = async (ctx: Ctx, name: string, body: unknown): Promise<string> => {
    const declaration = find(ctx.actor, name)
    const standing = writerFor(ctx.actor)
    const access = accessOf(declaration, standing).update
    if (!access) throw forbidden()
    const items = objectsOf(body).map((value) => itemOf(declaration, access.fields, value, 'update'))
    const seen = new Set<number>()
    for (const { id, issues } of items) {
      if (id !== null && seen.has(id)) addIssue(issues, 'id', 'Given more than once.')
      if (id !== null) seen.add(id)
    }
    if (items.some(({ id }) => id === null)) refuseIssues(items)
    const changes = await changesOf(ctx, declaration, items)
    refuseIssues(changes)
    await store(ctx, declaration, changes)
    return answer(ctx, declaration, [...seen])
  }

  /**
   * What items with ids would change, settled by all rules; nothing is refused but ids and fields out of reach.
   * @throws DomainError 'not_found', 'forbidden'.
   */
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
    if (stored.some((row) => !row.writable)) throw forbidden()
    const changes = items.map((item) =>
      changeOf(ctx.actor, declaration, standing, item, visible.get(item.id ?? 0)?.row ?? { id: 0 }),
    )
    await applyRules(ctx, declaration, standing, changes)
    return changes
  }

  /** Stores settled changes of records. @returns how many were really changed. */
  const store = async (ctx: Ctx, declaration: Declaration, changes: readonly Change[]): Promise<number> => {
    const real = changes.filter((change) => Object.keys(changed(declaration, change)).length)
    const ids = real.map(({ before }) => before?.id ?? 0)
    const watched = await declaration.hooks.aroundWrite?.(ctx, ids)
    if (real.length)
      await mapConstraintErrors(declaration, () =>
        updateRows(
          ctx,
          declaration,
          real.map(({ after }) => after),
        ),
      )
    await watched?.(ids)
    await auditWrites(
      ctx,
      declaration,
      'update',
      real.map((change) => ({ id: change.before?.id ?? 0, details: changed(declaration, change) })),
    )
    return real.length
  }

  /** Removes one record. @returns the token that brings it back. @throws DomainError as `update`. */
  const remove = (ctx: Ctx, name: string, id: number): Promise<Undo> => {
    const declaration = find(ctx.actor, name)
    if (!accessOf(declaration, writerFor(ctx.actor)).remove) throw forbidden()
    return removeAll(ctx, declaration, [id])
  }

  /** What a removal reaches. @throws DomainError 'forbidden' for a key that may not write one of the areas. */
  const dependentsOf = async (ctx: Ctx, name: string, ids: readonly number[]) => {
    const reach = await trash.reach(ctx, name, ids)
    requireScopes(ctx.actor, scopesOfRemoval([...reach.removed.keys()]))
    return reach
  }

  /** Removes records and what goes with them, and keeps all of it for a day. @throws DomainError as `update`. */
  const removeAll = async (ctx: Ctx, declaration: Declaration, ids: readonly number[]): Promise<Undo> => {
    const { name } = declaration.contract
    await declaration.hooks.beforeWrite?.(ctx, { fields: [], removal: true })
    const stored = await mapConstraintErrors(declaration, () => lockRows(ctx, declaration, writerFor(ctx.actor), ids))
    if (stored.length < ids.length || stored.some(({ visible }) => !visible)) throw notFound()
    for (const { row } of stored) await declaration.hooks.beforeRemove?.(ctx, row, ids)
    const watched = await declaration.hooks.aroundWrite?.(ctx, ids)
    const undo = await trash.keep(ctx, name, await dependentsOf(ctx, name, ids))
    await mapConstraintErrors(declaration, () => deleteRows(ctx, declaration, ids))
    await watched?.(ids)
    await auditWrites(
      ctx,
      declaration,
      'remove',
      ids.map((id) => ({ id, details: {} })),
    )
    return undo
  }

  /** The rows of a removal with the reason why one would be refused, and how many of other collections are removed with them. */
  const previewRemoval = async (ctx: Ctx, declaration: Declaration, ids: readonly number[]) => {
    const stored = await lockRows(ctx, declaration, writerFor(ctx.actor), ids)
    if (stored.length < ids.length || stored.some(({ visible }) => !visible)) throw notFound()
    const byId = new Map(stored.map(({ row }) => [row.id, row]))
    const rows: { row: Row & { id: number }; refusal: string | null }[] = []
    for (const row of ids.flatMap((id) => byId.get(id) ?? []))
      rows.push({ row, refusal: await refusalTo(async () => declaration.hooks.beforeRemove?.(ctx, row, ids)) })
    const { removed } = await dependentsOf(ctx, declaration.contract.name, ids)
    const others = [...removed].filter(([table]) => table !== declaration.contract.name && seen(ctx.actor).has(table))
    return { rows, alsoRemoved: Object.fromEntries(others.map(([table, { size }]) => [table, size])) }
  }

  /** Stores settled changes with a way back for a day. @returns the new ids, and how many records were really changed. */
  const storeWithUndo = async (ctx: Ctx, declaration: Declaration, changes: readonly Change[]) => {
    const made = await insert(
      ctx,
      declaration,
      changes.filter(({ before }) => !before),
    )
    const edited = changes.flatMap((change): Edit[] => {
      const fields = Object.entries(change.before ? differences(declaration, change) : {})
      if (!fields.length) return []
      const at = (i: 0 | 1) => Object.fromEntries(fields.map(([name, values]) => [name, values[i]]))
      return [{ id: change.before?.id ?? 0, before: at(0), after: at(1) }]
    })
    await store(
      ctx,
      declaration,
      changes.filter(({ before }) => before),
    )
    const undo =
      made.length + edited.length ? await trash.keepEdits(ctx, declaration.contract.name, { edited, made }) : null
    return { made, changed: edited.length, ...(undo && { undo }) }
  }

  /** Writes old values back by the rules of an update, and removes what was made, unless somebody has gone on with either. */
  const revertEdits = async (ctx: Ctx, declaration: Declaration, { edited, made, since }: Edits & { since: Date }) => {
    const { name, singular, fields } = declaration.contract
    const access = accessOf(declaration, writerFor(ctx.actor))
    if ((edited.length && !access.update) || (made.length && !access.remove)) throw forbidden()
    const stored = await lockById(ctx, declaration, [...edited.map(({ id }) => id), ...made])
    const gone = [...edited.map(({ id }) => id), ...made].some((id) => !stored.has(id))
    if (gone) throw new DomainError('conflict', `This cannot be undone: a ${singular} of it is gone.`)
    const changed =
      edited.some(({ id, after }) =>
        Object.entries(after).some(([key, value]) => !sameValue(fields[key], value, stored.get(id)?.[key])),
      ) || made.some((id) => Date.parse(String(stored.get(id)?.updated_at)) > since.getTime())
    if (changed) throw new DomainError('conflict', `This cannot be undone: a ${singular} of it was changed since.`)
    const items = edited.map(({ id, before }) => itemOf(declaration, 'all', { ...before, id }, 'update'))
    const changes = await changesOf(ctx, declaration, items)
    refuseIssues(changes)
    await store(ctx, declaration, changes)
    if (made.length) {
      const { removed, cleared } = await trash.reach(ctx, name, made)
      if (removed.size > 1 || cleared.length)
        throw new DomainError('conflict', `This cannot be undone: a ${singular} of it is in use.`)
      await removeAll(ctx, declaration, made)
    }
    const count = edited.length + made.length
    return { count, results: { [name]: count } }
  }

  /**
   * Takes a removal, an edit of many or an import back, for who may do it at this moment. Those on shifts that are there again
   * are told.
   * @throws DomainError 'not_found', 'conflict' (see `createTrash`).
   */
  const undo = async (ctx: Ctx, name: string, body: unknown): Promise<{ count: number; results: Row }> => {
    const declaration = find(ctx.actor, name)
    const { remove: removes, update: updates } = accessOf(declaration, writerFor(ctx.actor))
    if (!removes && !updates) throw forbidden()
    const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined
    if (typeof token !== 'string') throw invalid({ token: ['Required.'] })
    const kept = await trash.spend(ctx, name, token)
    if (kept.edited.length + kept.made.length) {
      const back = await revertEdits(ctx, declaration, kept)
      await kept.forget()
      return back
    }
    const told: [string, (ids: readonly number[]) => Promise<void>][] = []
    if (!removes) throw forbidden()
    const ids = await trash.restore(ctx, kept, async (tables) => {
      for (const table of tables) {
        const tell = await registry.get(table)?.hooks.aroundWrite?.(ctx, [])
        if (tell) told.push([table, tell])
      }
    })
    await kept.forget()
    for (const [table, tell] of told) await tell(ids.get(table) ?? [])
    const own = ids.get(name) ?? []
    await auditWrites(
      ctx,
      declaration,
      'restore',
      own.map((id) => ({ id, details: {} })),
    )
    const counts = [...ids]
      .filter(([table]) => seen(ctx.actor).has(table))
      .map(([table, found]) => [table, found.length])
    return { count: own.length, results: Object.fromEntries(counts) }
  }

  /** Relations, then the declaration's own rules; all messages of all objects at once. */
  async function applyRules(ctx: Ctx, declaration: Declaration, standing: Standing, changes: readonly Change[]) {
    const wanted = new Map<string, Set<number>>()
    const pointers = changes.flatMap((change) => pointersOf(declaration, change))
    for (const { to, ids } of pointers) for (const id of ids) wanted.set(to, (wanted.get(to) ?? new Set()).add(id))
    const found = await existing(ctx, registry, standing, wanted)
    for (const { change, name, to, ids } of pointers)
      if (!ids.every((id) => found.get(to)?.has(id))) addIssue(change.issues, name, NOT_FOUND)
    await declaration.hooks.applyRules?.(ctx, changes)
  }

  return {
    create,
    update,
    remove,
    undo,
    newChanges,
    lockById,
    changesOf,
    storeWithUndo,
    removeAll,
    lookBeforeRemoving: previewRemoval,
  }
}

/** Adds what is shown once to the answer of a creation. */
function withSecrets(
  declaration: Declaration,
  changes: readonly Change[],
  ids: readonly number[],
  text: string,
): string {
  if (!declaration.reveals.length || !changes.length) return text
  const answer: ListShape<Row> = JSON.parse(text)
  const records = answer.results[declaration.contract.name]
  changes.forEach(({ reveal }, i) => {
    Object.assign(records?.[String(ids[i])] ?? {}, reveal)
  })
  return JSON.stringify(answer)
}

const newChange = (declaration: Declaration, { given, issues }: Item): Change => {
  const after: Row = {}
  for (const name of columnsOf(declaration)) after[name] = given[name] ?? fieldOf(declaration, name)?.initial ?? null
  return { before: null, given, after, issues }
}

/** @throws DomainError 'forbidden' when there are any; the author of a program learns which. */
function refuseFields(actor: Actor, names: readonly string[]): void {
  if (!names.length) return
  throw actor.kind === 'key' ? forbidden(`API keys cannot set ${[...new Set(names)].join(', ')}.`) : forbidden()
}

/**
 * @throws DomainError 'forbidden' when a field that the actor may not write would change. Sending back what was read is fine;
 * what may not be read is refused whatever it is, so that nobody learns it by guessing.
 */
function changeOf(
  actor: Actor,
  declaration: Declaration,
  standing: Standing,
  item: Item,
  before: Row & { id: number },
): Change {
  for (const [name, value] of Object.entries(item.forbidden)) {
    const sentBack =
      readsField(declaration, standing, name) && sameValue(fieldOf(declaration, name), value, before[name])
    if (!sentBack) refuseFields(actor, [name])
  }
  const after: Row = { ...before }
  for (const [name, value] of Object.entries(item.given))
    if (!sameValue(fieldOf(declaration, name), value, before[name])) after[name] = value
  return { before, given: item.given, after, issues: item.issues }
}

function pointersOf(declaration: Declaration, change: Change) {
  return Object.entries(change.given).flatMap(([name, value]) => {
    const field = fieldOf(declaration, name)
    if (!field?.to || value === null || (change.before && change.after[name] === change.before[name])) return []
    return [{ change, name, to: field.to, ids: Array.isArray(value) ? (value as number[]) : [value as number] }]
  })
}

/** Old and new values by field, for the fields that differ. Long texts and personal data are named only. */
function changed(declaration: Declaration, { before, after }: Change): Record<string, unknown> {
  const all: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(declaration.contract.fields)) {
    if (field.readOnly || sameValue(field, before ? before[name] : (field.initial ?? null), after[name])) continue
    const told = declaration.auditValues && field.kind !== 'text'
    all[name] = told ? [before?.[name] ?? null, after[name]] : true
  }
  return all
}

async function auditWrites(
  ctx: Ctx,
  declaration: Declaration,
  action: string,
  rows: readonly { id: number; details: Record<string, unknown> }[],
) {
  const { name } = declaration.contract
  await audit(
    ctx,
    ...rows.map(
      ({ id, details }): AuditEntry => ({ action: `${name}.${action}`, subject: name, subject_id: id, details }),
    ),
  )
  if (rows.length && declaration.wakes) ctx.wake(declaration.wakes)
  const { markdown } = declaration
  const rewritten = action === 'restore' || rows.some(({ details }) => markdown && markdown in details)
  if (markdown && rows.length && rewritten) ctx.wake('texts.render')
}

async function mapConstraintErrors<T>(declaration: Declaration, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalOf(error, declaration.contract.name)
  }
}

/** The message of a refusal; null when there is none. */
async function refusalTo(work: () => Promise<void> | void | undefined): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}
