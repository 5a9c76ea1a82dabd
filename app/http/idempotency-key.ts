import { invalid } from '#server/engine/kernel/errors.ts'

/** Null without a key. @throws DomainError 'invalid' for a malformed key. */
export function keyFrom(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key === null || /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw invalid({ non_field_errors: ['Idempotency-Key must be 1 to 200 visible characters.'] })
}
