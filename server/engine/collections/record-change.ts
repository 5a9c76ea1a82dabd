import { type Actor, standingOf } from '#server/engine/access/actor.ts'
import { forbiddenFields } from '#server/engine/kernel/errors.ts'
import type { AllowedFields, Change, Declaration, Row } from './define.ts'
import type { Field } from './field-contract.ts'
import { fieldOf, readsField, type Standing } from './reading.ts'
import { type Item, sameValue } from './write-input.ts'
import { storedFields } from './write-sql.ts'

export const newChange = (declaration: Declaration, { given, asked, issues }: Item): Change => {
  const after: Row = {}
  for (const name of storedFields(declaration)) after[name] = given[name] ?? fieldOf(declaration, name)?.initial ?? null
  return { before: null, given, asked, after, issues }
}

/** @throws DomainError 'forbidden' for fields that the actor may not write, with the reason under the name of each. */
export function refuseFields(actor: Actor, { admin }: Declaration, forbiddenNames: readonly string[]): void {
  const names = [...new Set(forbiddenNames)]
  if (!names.length) return
  const list = names.join(', ')
  if (actor.kind === 'key') throw forbiddenFields(`API keys cannot set ${list}.`, names, 'API keys cannot set this.')
  const byAdmins = (name: string) => [admin.create, admin.update?.fields].some((all) => all && includes(all, name))
  if (standingOf(actor) === 'user' && names.every(byAdmins))
    throw forbiddenFields(`Only admins can set ${list}.`, names, 'Only admins can set this.')
  const reason = 'This can only be set when the record is created.'
  if (names.every((name) => admin.create && includes(admin.create, name)))
    throw forbiddenFields(`${list} cannot be changed once the record exists.`, names, reason)
  throw forbiddenFields(`No one can set ${list} with this call.`, names, 'No one can set this with this call.')
}

const includes = (allowed: AllowedFields<string>, name: string): boolean => allowed === 'all' || allowed.includes(name)

/**
 * Builds the change of a stored record. Accepts unchanged values; refuses unreadable fields whatever their value, since
 * accepting the right one would reveal it.
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
    if (!sentBack) refuseFields(actor, declaration, [name])
  }
  const after: Row = { ...before }
  for (const [name, value] of Object.entries(item.given))
    if (!sameValue(fieldOf(declaration, name), value, before[name])) after[name] = value
  return { before, given: item.given, asked: item.asked, after, issues: item.issues }
}

export function referencesOf(declaration: Declaration, change: Change) {
  return Object.entries(change.given).flatMap(([name, value]) => {
    const field = fieldOf(declaration, name)
    if (!field?.to || value === null || (change.before && change.after[name] === change.before[name])) return []
    return [{ change, name, to: field.to, ids: Array.isArray(value) ? (value as number[]) : [value as number] }]
  })
}

/** Lists old and new values by field, for the audit log. Long texts and personal data are logged without values. */
export function auditDetails(declaration: Declaration, { before, after }: Change): Record<string, unknown> {
  const all: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(declaration.contract.fields)) {
    if (field.readOnly || sameValue(field, before ? before[name] : (field.initial ?? null), after[name])) continue
    const showsValues = declaration.auditValues && field.kind !== 'text'
    all[name] = showsValues ? [speltOf(field, before?.[name] ?? null), speltOf(field, after[name])] : true
  }
  return all
}

const speltOf = ({ kind }: Field, value: unknown): unknown =>
  kind === 'instant' && typeof value === 'string' ? new Date(value).toISOString() : value
