import { ConfigError } from './config.ts'

type SystemError = Error & { code?: string; syscall?: string; path?: string; port?: number }

const FOLDER_ERRORS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EEXIST', 'ENOTDIR', 'ENOENT'])
const NETWORK_ERRORS = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** PostgreSQL's classes of refusal at the door: no such database, user or password, too many connections, starting up. */
const CONNECTION_REFUSALS = /^(?:08|28|3D|53|57P)/

/**
 * What stopped a process from starting, as an operator can act on it: one line a problem, without a stack.
 * @returns null for what no operator can know of: a defect, which is shown whole.
 */
export function explainStartFailure(error: unknown): string[] | null {
  if (error instanceof ConfigError) return error.problems.map((problem) => `Configuration: ${problem}`)
  if (!(error instanceof Error)) return null
  const { code = '', syscall, path, port, cause } = error as SystemError
  if (code === 'EADDRINUSE') return [`Configuration: PORT: ${port ?? ''} is taken by another program.`]
  if (syscall === 'listen') return [`Configuration: PORT: ${port ?? ''} cannot be used (${code}).`]
  if (path !== undefined && FOLDER_ERRORS.has(code))
    return [`Configuration: DATA_DIR: ${path} cannot be used (${code}).`]
  if (NETWORK_ERRORS.has(code) || CONNECTION_REFUSALS.test(code))
    return [`The database cannot be used: ${reasonOf(error)}`]
  return cause instanceof Error ? explainStartFailure(cause) : null
}

/** Connection errors of several addresses come without a message of their own. */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonOf).join('; ')
    : error instanceof Error && error.message
      ? error.message
      : 'it does not answer'
