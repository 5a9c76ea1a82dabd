import { DomainError } from '#server/engine/kernel/errors.ts'
import { isConnectionLoss } from './pool.ts'

/** SQLSTATE classes of what passes: 40 lost against others, 55 locked, 57 cancelled or stopped, 58 the machine. */
const PASSING_CODES = /^(40|55|57|58)/

/** Whether the same statement may succeed the next time: what failed was not its data. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'unavailable' || isTransient(error.cause)
  return isConnectionLoss(error) || PASSING_CODES.test((error as { code?: string } | undefined)?.code ?? '')
}
