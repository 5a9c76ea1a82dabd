import { REFRESH_DAYS } from '#server/accounts/contract.ts'
import { cookieValues } from './cookie-values.ts'

/** The prefix makes it host-only: no sibling site can set or read it. */
export const SESSION_COOKIE = '__Host-sid'

const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'

export const sessionCookie = (token: string) =>
  `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}; Max-Age=${REFRESH_DAYS * 86_400}`

export const expiredCookie = () => `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`

/** Reads the session's token from a Cookie header; null without one, or when two are sent. */
export function readSessionCookie(header: string | null | undefined): string | null {
  const values = cookieValues(header, SESSION_COOKIE)
  return values.length === 1 ? values[0] || null : null
}
