/**
 * All expected errors. Each is thrown where it is detected and translated once, at the edge (`statusOf`). Any other
 * error is a defect and becomes a 500 without details.
 */
export type ErrorCode =
  | 'invalid' // the input breaks a rule: 400 with the field
  | 'unauthenticated' // no usable credentials: 401, with `reason` as code only when a session has ended
  | 'forbidden' // the actor lacks permission: 403
  | 'not_found' // no such record on this site: 404
  | 'conflict' // someone else was faster, or other records depend on it: 409
  | 'too_large' // 413
  | 'unsupported' // unreadable media type: 415
  | 'throttled' // 429 with Retry-After
  | 'unavailable' // a part is temporarily down: 503 with Retry-After

/** Messages by field, the body of a 400. `non_field_errors` belongs to no field. */
export type Issues = Record<string, string[]>

export type ErrorExtras = {
  issues?: Issues
  /** For lists: one entry per item, null for a valid one. */
  items?: (Issues | null)[]
  /** 401: why the session has ended. Clients then sign out. */
  reason?: SessionLoss
  /** For the audit log; clients only see the message. */
  refusal?: SignInRefusal
  /** Seconds. */
  retryAfter?: number
  /** Additions to the body beside `detail`, for a retry. */
  body?: Record<string, unknown>
  cause?: unknown
}

export const SESSION_LOSSES = [
  'token_expired',
  'token_invalid',
  'token_reused',
  'session_revoked',
  'account_disabled',
  'wrong_site',
] as const
export type SessionLoss = (typeof SESSION_LOSSES)[number]

/** `wrong`: credentials do not match; `pending`: registration awaits approval; `disabled`: inactive person. */
export type SignInRefusal = 'wrong' | 'pending' | 'disabled'

/** Recognised by name: pages and server are bundled separately, each with a copy of the class. */
export class DomainError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Error[Symbol.hasInstance](value) && (value as Error).name === 'DomainError'
  }
  readonly code: ErrorCode
  readonly extras: ErrorExtras
  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, { cause: extras.cause })
    this.name = 'DomainError'
    this.code = code
    this.extras = extras
  }
}

const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  throttled: 429,
  unavailable: 503,
}

export const statusOf = (error: DomainError) => STATUS[error.code]

export const invalid = (issues: Issues) =>
  new DomainError('invalid', Object.values(issues)[0]?.[0] ?? 'Invalid.', { issues })

export const notFound = (what = 'Not found.') => new DomainError('not_found', what)

export const forbiddenFields = (detail: string, names: readonly string[], reason: string) =>
  forbidden(detail, Object.fromEntries(names.map((name) => [name, [reason]])))

export const forbidden = (message = 'You do not have permission to do this.', body?: Record<string, unknown>) =>
  new DomainError('forbidden', message, body && { body })
