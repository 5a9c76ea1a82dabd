import type * as z from 'zod'
import { NOT_STORABLE } from '#server/engine/collections/field-contract.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { refuseIssues } from '#server/engine/collections/write-input.ts'
import { DomainError, type Issues } from '#server/engine/kernel/errors.ts'
import { inputMessage, problemsOf } from '#server/engine/kernel/input-message.ts'

/** NUL and lone surrogates, which PostgreSQL cannot store in a text. */
const UNSTORABLE = /[\0\p{Cs}]/u

const isStorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? !UNSTORABLE.test(value)
    : typeof value !== 'object' || value === null || Object.entries(value).flat().every(isStorable)

/**
 * Checks input against a schema, and that all of its texts can be stored.
 * @throws DomainError 'invalid' with each message under its field; for a list of several also `items`.
 */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input ?? {}, { error: inputMessage })
  const issues: Issues = {}
  if (result.success) {
    const { data } = result
    if (isStorable(data)) return data
    const fields = typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.entries(data) : []
    for (const [field, value] of fields) if (!isStorable(value)) issues[field] = [NOT_STORABLE]
    throw new DomainError('invalid', NOT_STORABLE, {
      issues: Object.keys(issues).length ? issues : { non_field_errors: [NOT_STORABLE] },
    })
  }
  const ofItems: Issues[] = []
  for (const { path, message: text } of problemsOf(result.error)) {
    const [at] = path
    const [first, ...inside] = typeof at === 'number' ? path.slice(1) : path
    const field = String(first ?? 'non_field_errors')
    const message = inside.length ? `${inside.join('.')}: ${text}` : text
    addIssue(issues, field, message)
    if (typeof at === 'number') {
      ofItems[at] ??= {}
      addIssue(ofItems[at], field, message)
    }
  }
  const items =
    Array.isArray(input) && input.length > 1 && ofItems.length ? input.map((_, at) => ofItems[at] ?? null) : undefined
  throw new DomainError('invalid', Object.values(issues)[0]?.[0] ?? 'Invalid.', { issues, ...(items && { items }) })
}

/**
 * Checks a list item by item; one object counts as a list of one.
 * @throws DomainError 'invalid' with each message under its field; for a longer list also `items`.
 */
export function parseList<T extends z.ZodType>(schema: T, input: unknown, max: number): z.output<T>[] {
  const list: unknown[] = Array.isArray(input) ? input : [input]
  if (!list.length) throw new DomainError('invalid', 'Required.', { issues: { non_field_errors: ['Required.'] } })
  if (list.length > max) {
    const message = `At most ${max} at a time.`
    throw new DomainError('invalid', message, { issues: { non_field_errors: [message] } })
  }
  if (list.length === 1) return [parse(schema, list[0])]
  const items: (Issues | null)[] = []
  const parsed: z.output<T>[] = []
  for (const item of list) {
    try {
      parsed.push(parse(schema, item))
      items.push(null)
    } catch (error) {
      if (!(error instanceof DomainError) || !error.extras.issues) throw error
      items.push(error.extras.issues)
    }
  }
  refuseIssues(items.map((issues) => ({ issues: issues ?? {} })))
  return parsed
}

/** Anything but a positive integer is a 404, like an unknown id. */
export function idFrom(text: string | undefined): number {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw new DomainError('not_found', 'Not found.')
  return id
}
