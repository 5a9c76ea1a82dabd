import * as z from 'zod'
import { REFRESH_DAYS } from '#server/accounts/contract.ts'
import { ticketExpired } from '#server/accounts/sign-in/ticket.ts'
import type { AuthorizationState } from '#server/accounts/social/openid.ts'
import { seal, unseal } from '#server/engine/kernel/seal.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'

export const cookieValues = (header: string | null | undefined, name: string): string[] =>
  (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))

export const cookieMatching = (header: string | null | undefined, name: string, form: RegExp): string | null =>
  cookieValues(header, name).find((value) => form.test(value)) ?? null

/** The prefix makes it host-only: no sibling site can set or read it. */
export const SESSION_COOKIE = '__Host-sid'

const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'

export const sessionCookie = (token: string) =>
  `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}; Max-Age=${REFRESH_DAYS * 86_400}`

export const expiredCookie = () => `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`

/** Null without a token, or when two are sent. */
export function readSessionCookie(header: string | null | undefined): string | null {
  const values = cookieValues(header, SESSION_COOKIE)
  return values.length === 1 ? values[0] || null : null
}

/** Keeps the email between the steps of signing in, out of the URL and across reloads. */
const HELLO_COOKIE = '__Host-hello'

export const helloCookie = (email: string) =>
  `${HELLO_COOKIE}=${Buffer.from(email).toString('base64url')}; ${ATTRIBUTES}; Max-Age=900`

export const expiredHelloCookie = () => `${HELLO_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`

export function readHelloCookie(header: string | null): string | null {
  const value = cookieMatching(header, HELLO_COOKIE, /^[A-Za-z0-9_-]{1,400}$/)
  return value ? Buffer.from(value, 'base64url').toString() : null
}

/** State between the steps of a sign-in: the ticket, and the account's factors. */
const FACTOR_COOKIE = '__Host-factor'

/** For an account without a factor, which has to set one up. */
export const NO_FACTOR = 'none'

export type PendingFactor = { ticket: string; factors: string[] }

export const factorCookie = ({ ticket, factors }: PendingFactor) =>
  `${FACTOR_COOKIE}=${ticket}.${factors.join('-')}; ${ATTRIBUTES}; Max-Age=600`

export const expiredFactorCookie = () => `${FACTOR_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`

export function readFactorCookie(header: string | null): PendingFactor | null {
  const value = cookieMatching(header, FACTOR_COOKIE, /^[\w-]{1,400}\.[a-z-]{1,40}$/)
  const [ticket = '', factors = ''] = value?.split('.') ?? []
  return value ? { ticket, factors: factors.split('-') } : null
}

/** Reads the first step that this browser has passed. @throws DomainError 'invalid' under `ticket` without one. */
export function pendingFactor(request: Request): PendingFactor {
  const pending = readFactorCookie(request.headers.get('cookie'))
  if (!pending) throw ticketExpired()
  return pending
}

/** The browser's state while it is at the provider: encrypted, for ten minutes, for this host only. */
const JOURNEY_COOKIE = '__Host-journey'
const PURPOSE = 'sign-in-journey'

const journeyState = z.object({
  site: z.number(),
  provider: z.string(),
  next: z.string().nullable(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
})

type Kept = AuthorizationState & { site: number; provider: string; next: string | null }

export const journeyCookie = (secret: string, journey: Kept) =>
  `${JOURNEY_COOKIE}=${seal(secret, PURPOSE, JSON.stringify(journey)).toString('base64url')}; ${ATTRIBUTES}; Max-Age=600`

export const expiredJourneyCookie = () => `${JOURNEY_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`

/** Null without a state, or for a state of another site. */
export function readJourneyCookie(secret: string, site: SiteId, header: string | null): Kept | null {
  const value = cookieMatching(header, JOURNEY_COOKIE, /^[\w-]{1,3000}$/)
  const text = value ? unseal(secret, PURPOSE, Buffer.from(value, 'base64url')) : null
  const read = text === null ? null : journeyState.safeParse(JSON.parse(text))
  return read?.success && read.data.site === site ? read.data : null
}

export const DEVICE_COOKIE = '__Host-device'

/** Marks the device as known for half a year after the last sign-in; only the device keeps the mark. */
export const deviceCookie = (known: string) => `${DEVICE_COOKIE}=${known}; ${ATTRIBUTES}; Max-Age=${180 * 86_400}`
