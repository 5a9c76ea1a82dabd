import { isDeepStrictEqual } from 'node:util'
import { DomainError, type Issues, invalid } from '#server/engine/kernel/errors.ts'
import { REQUIRED } from '#server/engine/kernel/expected.ts'
import { inputMessage, problemsOf } from '#server/engine/kernel/input-message.ts'
import type { AllowedFields, Change, Declaration, Row } from './define.ts'
import type { Field } from './field-contract.ts'
import { addIssue, hasIssues } from './issues.ts'

const MAX_ITEMS = 1000

/** An object of a body, split into writable and forbidden values, without read-only and unknown fields. */
export type Item = {
  /** Also null for a client's temporary id (negative or text). */
  id: number | null
  given: Row
  forbidden: Row
  asked: Row
  issues: Issues
}

/**
 * Lists the objects of a body: one, or a list.
 * @throws DomainError 'invalid' for another body, 'too_large' above 1,000 objects.
 */
export function objectsOf(body: unknown): unknown[] {
  if (Array.isArray(body)) {
    if (body.length > MAX_ITEMS) throw new DomainError('too_large', `At most ${MAX_ITEMS} objects in one request.`)
    return body
  }
  if (isObject(body)) return [body]
  throw invalid({ non_field_errors: ['Send an object or a list of objects.'] })
}

/** Checks an object against the contract. `allowed`: fields that the actor may write. */
export function itemOf(
  declaration: Declaration,
  allowed: AllowedFields<string>,
  value: unknown,
  mode: 'create' | 'update',
): Item {
  const item: Item = { id: null, given: {}, forbidden: {}, asked: {}, issues: {} }
  if (!isObject(value)) {
    addIssue(item.issues, 'non_field_errors', 'Must be an object.')
    return item
  }
  if (Number.isSafeInteger(value.id) && (value.id as number) > 0) item.id = value.id as number
  else if (mode === 'update') addIssue(item.issues, 'id', value.id === undefined ? REQUIRED : 'Must be an id.')
  for (const [name, field] of Object.entries(declaration.contract.fields)) {
    if (field.readOnly) continue
    if (!Object.hasOwn(value, name) || value[name] === undefined) {
      if (mode === 'create' && field.required) addIssue(item.issues, name, REQUIRED)
    } else if (allowed !== 'all' && !allowed.includes(name)) item.forbidden[name] = value[name]
    else if (field.required && value[name] === '') addIssue(item.issues, name, REQUIRED)
    else read(field, name, item.given)
  }
  if (mode === 'update')
    for (const [name, field] of Object.entries(declaration.contract.instructions))
      if (Object.hasOwn(value, name) && value[name] !== undefined) read(field, name, item.asked)
  return item

  function read(field: Field, name: string, into: Row): void {
    const parsed = field.input.safeParse((value as Row)[name], { error: inputMessage })
    if (parsed.success) into[name] = parsed.data
    else for (const issue of problemsOf(parsed.error).slice(0, 3)) addIssue(item.issues, name, issue.message)
  }
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Compares instants by time and lists by members. */
export function sameValue(field: Field | undefined, a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (field?.kind === 'instant' && typeof a === 'string' && typeof b === 'string')
    return Date.parse(a) === Date.parse(b)
  if (field?.kind === 'json') return isDeepStrictEqual(a, b)
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => value === b[i])
  return false
}

export const hasChanges = (fields: Readonly<Record<string, Field>>, before: Row, after: Row): boolean =>
  Object.entries(fields).some(
    ([name, field]) => !field.readOnly && !sameValue(field, before[name] ?? null, after[name] ?? null),
  )

export function differences(declaration: Declaration, { before, after }: Change): Record<string, [unknown, unknown]> {
  const all: Record<string, [unknown, unknown]> = {}
  for (const [name, field] of Object.entries(declaration.contract.fields))
    if (!field.readOnly && !sameValue(field, before?.[name] ?? null, after[name] ?? null))
      all[name] = [before?.[name] ?? null, after[name] ?? null]
  return all
}

export const shownDifferences = (declaration: Declaration, change: Change): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    Object.entries(differences(declaration, change)).map(([name, [before, after]]) => {
      const field = declaration.contract.fields[name]
      return [name, [shownValue(field, before), shownValue(field, after)]]
    }),
  )

export function shownValue(field: Field | undefined, value: unknown): unknown {
  const at = field?.kind === 'instant' && typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? value : new Date(at).toISOString()
}

/** @throws DomainError 'invalid': the messages by field, and one entry per object for a longer list. */
export function refuseIssues(all: readonly { issues: Issues }[]): void {
  if (!all.some(({ issues }) => hasIssues(issues))) return
  const merged: Issues = {}
  for (const { issues } of all)
    for (const [name, messages] of Object.entries(issues))
      for (const message of messages) addIssue(merged, name, message)
  const items = all.length > 1 ? all.map(({ issues }) => (hasIssues(issues) ? issues : null)) : undefined
  throw new DomainError('invalid', Object.values(merged)[0]?.[0] ?? 'Invalid.', {
    issues: merged,
    ...(items && { items }),
  })
}
