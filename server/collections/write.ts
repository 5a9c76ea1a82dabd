import { type AuditEntry, audit } from '#server/access/audit.ts'
import type { Ctx } from '#server/context.ts'
import { forbidden, notFound } from '#server/kernel/errors.ts'
import { NOT_FOUND, refusalOf } from './constraint-messages.ts'
import type { ListShape } from './contract.ts'
import type { Change, Declaration, Row } from './define.ts'
import { addIssue } from './issues.ts'
import { accessOf, fieldOf, type Registry, type Standing, writerFor } from './reading.ts'
import { type Item, itemOf, objectsOf, refuseIssues, sameValue } from './write-input.ts'
import { columnsOf, deleteRow, existing, insertRows, lockRows, updateRows } from './write-sql.ts'

/** Answers with the written records in list shape. */
type Answer = (ctx: Ctx, declaration: Declaration, ids: readonly number[]) => Promise<string>

/** The writing half of the engine. Each call belongs to one transaction: it is stored whole or not at all. */
export function createWriter(registry: Registry, find: (name: string) => Declaration, answer: Answer) {
  /**
   * Creates the objects of a body (one, or a list) and answers with them in the order of the list.
   * @throws DomainError 'unauthenticated', 'forbidden', 'invalid' (with `items` for a longer list), 'too_large', 'conflict'.
   */
  const create = async (ctx: Ctx, name: string, body: unknown): Promise<string> => {
    const declaration = find(name)
    const standing = writerFor(ctx.actor)
    const allowed = accessOf(declaration, standing).create
    if (!allowed) throw forbidden()
    const items = objectsOf(body).map((value) => itemOf(declaration, allowed, value, 'create'))
    if (items.some((item) => Object.keys(item.forbidden).length)) throw forbidden()
    const changes = items.map((item) => newChange(declaration, item))
    await settle(ctx, declaration, standing, changes)
    const watched = await declaration.hooks.watch?.(ctx, [])
    const ids = changes.length
      ? await storing(declaration, () =>
          insertRows(
            ctx,
            declaration,
            changes.map(({ after }) => after),
          ),
        )
      : []
    await watched?.(ids)
    await written(
      ctx,
      declaration,
      'create',
      changes.map((change, i) => ({ id: ids[i] ?? 0, details: changed(declaration, change) })),
    )
    return revealing(declaration, changes, ids, await answer(ctx, declaration, ids))
  }

  /**
   * Changes the records of a body by their ids; fields that are absent stay.
   * @throws DomainError as `create`, and 'not_found' for ids that are not of this site or not for this actor.
   */
  const update = async (ctx: Ctx, name: string, body: unknown): Promise<string> => {
    const declaration = find(name)
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
    const stored = items.length ? await storing(declaration, () => lockRows(ctx, declaration, standing, [...seen])) : []
    const visible = new Map(stored.filter((row) => row.visible).map((row) => [row.row.id, row]))
    if (items.some(({ id }) => id === null || !visible.has(id))) throw notFound()
    if (stored.some((row) => !row.writable)) throw forbidden()
    const changes = items.map((item) => changeOf(declaration, item, visible.get(item.id ?? 0)?.row ?? { id: 0 }))
    await settle(ctx, declaration, standing, changes)
    const real = changes.filter((change) => Object.keys(changed(declaration, change)).length)
    const ids = real.map(({ before }) => before?.id ?? 0)
    const watched = await declaration.hooks.watch?.(ctx, ids)
    if (real.length)
      await storing(declaration, () =>
        updateRows(
          ctx,
          declaration,
          real.map(({ after }) => after),
        ),
      )
    await watched?.(ids)
    await written(
      ctx,
      declaration,
      'update',
      real.map((change) => ({ id: change.before?.id ?? 0, details: changed(declaration, change) })),
    )
    return answer(ctx, declaration, [...seen])
  }

  /** Removes one record. @throws DomainError as `update`. */
  const remove = async (ctx: Ctx, name: string, id: number): Promise<void> => {
    const declaration = find(name)
    const standing = writerFor(ctx.actor)
    if (!accessOf(declaration, standing).remove) throw forbidden()
    const [stored] = await storing(declaration, () => lockRows(ctx, declaration, standing, [id]))
    if (!stored?.visible) throw notFound()
    await declaration.hooks.removing?.(ctx, stored.row)
    const watched = await declaration.hooks.watch?.(ctx, [id])
    await storing(declaration, () => deleteRow(ctx, declaration, id))
    await watched?.([id])
    await written(ctx, declaration, 'remove', [{ id, details: {} }])
  }

  /** Relations, then the declaration's own rules; all messages of all objects at once. */
  async function settle(ctx: Ctx, declaration: Declaration, standing: Standing, changes: readonly Change[]) {
    const wanted = new Map<string, Set<number>>()
    const pointers = changes.flatMap((change) => pointersOf(declaration, change))
    for (const { to, ids } of pointers) for (const id of ids) wanted.set(to, (wanted.get(to) ?? new Set()).add(id))
    const found = await existing(ctx, registry, standing, wanted)
    for (const { change, name, to, ids } of pointers)
      if (!ids.every((id) => found.get(to)?.has(id))) addIssue(change.issues, name, NOT_FOUND)
    await declaration.hooks.prepare?.(ctx, changes)
    refuseIssues(changes)
  }

  return { create, update, remove }
}

/** Adds what is shown once to the answer of a creation. */
function revealing(declaration: Declaration, changes: readonly Change[], ids: readonly number[], text: string): string {
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

/** @throws DomainError 'forbidden' when a field that the actor may not write would change. Sending it back as it was is fine. */
function changeOf(declaration: Declaration, item: Item, before: Row & { id: number }): Change {
  for (const [name, value] of Object.entries(item.forbidden))
    if (!sameValue(fieldOf(declaration, name), value, before[name])) throw forbidden()
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

async function written(
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
}

async function storing<T>(declaration: Declaration, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalOf(error, declaration.contract.name)
  }
}
