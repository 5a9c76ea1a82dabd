import { invalid } from '#server/engine/kernel/errors.ts'

/** The key under which a write is known again, null without one. @throws DomainError 'invalid' for one that is no such key. */
export function keyFrom(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key === null || /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw invalid({ non_field_errors: ['Idempotency-Key must be 1 to 200 visible characters.'] })
}
