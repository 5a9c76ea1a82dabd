import type * as z from 'zod'
import { DomainError, type Issues } from '#server/kernel/errors.ts'

/** Checks input against a schema. @throws DomainError 'invalid' with each message under its field. */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input ?? {})
  if (result.success) return result.data
  const issues: Issues = {}
  for (const issue of result.error.issues) {
    const field = issue.path[0] === undefined ? 'non_field_errors' : String(issue.path[0])
    issues[field] = [...(issues[field] ?? []), issue.message]
  }
  throw new DomainError('invalid', Object.values(issues)[0]?.[0] ?? 'Invalid.', { issues })
}

/** An id from a path. Whatever is not a positive integer names nothing: 404, like an id that never existed. */
export function idFrom(text: string | undefined): number {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw new DomainError('not_found', 'Not found.')
  return id
}
