import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import type { Declaration } from './define.ts'

const RACE = new Set(['40001', '40P01', '55P03'])

/**
 * Translates a database error: a constraint into a message on its field, a serialisation failure into a conflict. Any
 * other error is a defect and returned unchanged.
 */
function refusalOf(error: unknown, { contract, refusals }: Declaration): unknown {
  if (!(error instanceof Error)) return error
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code && RACE.has(code)) return referenceRemoved(error)
  if (!constraint) return error
  const known = refusals[constraint]
  if (known) return invalid({ [known[0]]: [known[1]] })
  const table = contract.name
  const field =
    constraint.startsWith(`${table}_`) && constraint.endsWith('_fk') && constraint.slice(table.length + 1, -3)
  return field && code === '23503' ? invalid({ [field]: [NOT_FOUND] }) : error
}

/** @throws as `refusalOf`. */
export async function mapConstraintErrors<T>(declaration: Declaration, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalOf(error, declaration)
  }
}

export const referenceRemoved = (cause: Error) =>
  new DomainError('conflict', 'Someone else changed this at the same moment. Please try again.', { cause })

/** The same for an id of another site and for an unknown one. */
export const NOT_FOUND = 'Not found.'
