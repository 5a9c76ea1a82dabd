/**
 * The closed union of things that can go wrong on purpose. Each is thrown once, where it is found, and translated once,
 * at the edge (`statusOf`). Anything else that is thrown is a defect and becomes a 500 without details.
 */
export type ErrorCode =
  | 'invalid' // the input breaks a rule: 400 with the field
  | 'unauthenticated' // no usable credentials: 401, with `reason` as code only when a session is gone
  | 'forbidden' // the actor may not: 403
  | 'not_found' // no such thing on this site: 404
  | 'conflict' // somebody else was faster, or something depends on it: 409
  | 'too_large' // 413
  | 'unsupported' // unreadable media type: 415
  | 'throttled' // 429 with Retry-After
  | 'unavailable' // a part is down for the moment: 503 with Retry-After

/** Messages by field, the body of a 400. `non_field_errors` belongs to no field. */
export type Issues = Record<string, string[]>

export type ErrorExtras = {
  issues?: Issues
  /** For lists: one entry an item, null where the item is fine. */
  items?: (Issues | null)[]
  /** 401: why the session is gone. A client that sees it logs out. */
  reason?: SessionLoss
  /** Why a sign-in was refused, for the audit log; clients see the message only. */
  refusal?: SignInRefusal
  /** Seconds until a retry makes sense. */
  retryAfter?: number
  /** What the answer tells beside `detail`: what a client has to do before it may try again. */
  body?: Record<string, unknown>
  cause?: unknown
}

export type SessionLoss =
  | 'token_expired'
  | 'token_invalid'
  | 'token_reused'
  | 'session_revoked'
  | 'account_disabled'
  | 'wrong_site'

/** `wrong` stands for credentials that do not match, `pending` for a registration that waits, `disabled` for an inactive person. */
export type SignInRefusal = 'wrong' | 'pending' | 'disabled'

/** Recognised by its name: the pages are bundled apart from the process that serves them, and each bundle has a copy of the class. */
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

/** A 400 whose messages stand under their fields. */
export const invalid = (issues: Issues) =>
  new DomainError('invalid', Object.values(issues)[0]?.[0] ?? 'Invalid.', { issues })

export const notFound = (what = 'Not found.') => new DomainError('not_found', what)

export const forbidden = (message = 'You do not have permission to do this.', body?: Record<string, unknown>) =>
  new DomainError('forbidden', message, body && { body })
