import { randomBytes } from 'node:crypto'
import { sign } from '#server/engine/kernel/derive.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'

/**
 * Each kind has its own prefix, so that a refresh token never passes as an access token. `operator` is the cookie of an
 * operator who acts as an admin, and `entry` the secret that opens that session.
 */
export type TokenKind = 'access' | 'refresh' | 'cookie' | 'operator' | 'entry'

const PREFIX: Record<TokenKind, string> = { access: 'wa', refresh: 'wr', cookie: 'ws', operator: 'wo', entry: 'we' }

/** Creates a 256-bit opaque token: `wa_{site}_{secret}`. Only its SHA-256 is stored. */
export const mintToken = (kind: TokenKind, site: SiteId, secret: Buffer = randomBytes(32)): string =>
  `${PREFIX[kind]}_${site.toString(36)}_${secret.toString('base64url')}`

/** Whether the header of cookies holds that of an operator who acts as an admin; the session may have ended. */
export const holdsOperatorCookie = (cookies = ''): boolean => cookies.includes(`=${PREFIX.operator}_`)

export type TokenCheck = { ok: true } | { ok: false; reason: 'token_invalid' | 'wrong_site' }

export function checkTokenFormat(token: string, kind: TokenKind, site: SiteId): TokenCheck {
  const match = /^(w[arsoe])_([0-9a-z]{1,11})_[A-Za-z0-9_-]{43}$/.exec(token)
  if (!match || match[1] !== PREFIX[kind]) return { ok: false, reason: 'token_invalid' }
  return match[2] === site.toString(36) ? { ok: true } : { ok: false, reason: 'wrong_site' }
}

/** Derives the successors of `parent`: two racing tabs get the same ones without a stored secret (RFC 9700 §4.14). */
export function deriveSuccessors(sessionSecret: string, parent: string, site: SiteId) {
  const derive = (label: string) => sign(sessionSecret, `${label}:${parent}`)
  return { refresh: mintToken('refresh', site, derive('refresh')), access: mintToken('access', site, derive('access')) }
}

export const deriveSuccessorCookie = (sessionSecret: string, cookie: string, site: SiteId): string =>
  mintToken('cookie', site, sign(sessionSecret, `cookie:${cookie}`))
