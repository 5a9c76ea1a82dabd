import type { Actor } from '#server/engine/access/actor.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import type { Change, Declaration, Row } from './define.ts'
import { fieldOf, readsField, type Standing } from './reading.ts'
import { type Item, sameValue } from './write-input.ts'
import { columnsOf } from './write-sql.ts'

/** Builds a new record: the sent values, else each field's initial value. */
export const newChange = (declaration: Declaration, { given, issues }: Item): Change => {
  const after: Row = {}
  for (const name of columnsOf(declaration)) after[name] = given[name] ?? fieldOf(declaration, name)?.initial ?? null
  return { before: null, given, after, issues }
}

/**
 * Refuses fields that the actor may not write.
 * @throws DomainError 'forbidden' when there are any, naming them for the author of the program.
 */
export function refuseFields(actor: Actor, names: readonly string[]): void {
  if (!names.length) return
  throw actor.kind === 'key' ? forbidden(`API keys cannot set ${[...new Set(names)].join(', ')}.`) : forbidden()
}

/**
 * Builds the change of a stored record. Sending back the read values is allowed; unreadable fields are refused whatever their
 * value, so that nobody learns it by guessing.
 * @throws DomainError 'forbidden' when a field that the actor may not write would change.
 */
export function changeOf(
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

/** Lists the references that a change sets, with the collection of each. */
export function referencesOf(declaration: Declaration, change: Change) {
  return Object.entries(change.given).flatMap(([name, value]) => {
    const field = fieldOf(declaration, name)
    if (!field?.to || value === null || (change.before && change.after[name] === change.before[name])) return []
    return [{ change, name, to: field.to, ids: Array.isArray(value) ? (value as number[]) : [value as number] }]
  })
}

/** Lists old and new values by field, for the audit log. Long texts and personal data are named without their values. */
export function auditDetails(declaration: Declaration, { before, after }: Change): Record<string, unknown> {
  const all: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(declaration.contract.fields)) {
    if (field.readOnly || sameValue(field, before ? before[name] : (field.initial ?? null), after[name])) continue
    const showsValues = declaration.auditValues && field.kind !== 'text'
    all[name] = showsValues ? [before?.[name] ?? null, after[name]] : true
  }
  return all
}
