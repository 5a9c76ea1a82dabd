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

/**
 * PostgreSQL's error classes for a refused connection: no such database, user or password, too many connections,
 * starting up.
 */
const CONNECTION_REFUSALS = /^(?:08|28|3D|53|57P)/

/**
 * Explains a failed start to operators: one line per problem, without a stack.
 * @returns null for a defect, which is shown in full.
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

/** Connection errors of several addresses lack a message. */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonOf).join('; ')
    : error instanceof Error && error.message
      ? error.message
      : 'it does not answer'
