import { cookieMatching } from './cookie-values.ts'

/** Keeps the email between the steps of signing in, so that neither a reload nor the address has to carry it. */
const NAME = '__Host-hello'
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'

export const helloCookie = (email: string) =>
  `${NAME}=${Buffer.from(email).toString('base64url')}; ${ATTRIBUTES}; Max-Age=900`

export const expiredHelloCookie = () => `${NAME}=; ${ATTRIBUTES}; Max-Age=0`

export function readHelloCookie(header: string | null): string | null {
  const value = cookieMatching(header, NAME, /^[A-Za-z0-9_-]{1,400}$/)
  return value ? Buffer.from(value, 'base64url').toString() : null
}
