import { DomainError } from '#server/engine/kernel/errors.ts'
import { isConnectionLoss } from './pool.ts'

/** SQLSTATE classes of transient errors: 40 conflict, 55 locked, 57 cancelled or stopped, 58 machine. */
const PASSING_CODES = /^(40|55|57|58)/

/** Whether the same statement may succeed when retried. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'unavailable' || isTransient(error.cause)
  return isConnectionLoss(error) || PASSING_CODES.test((error as { code?: string } | undefined)?.code ?? '')
}
