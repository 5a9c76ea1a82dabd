import { ticketExpired } from '#server/accounts/factors/ticket.ts'
import { cookieMatching } from './cookie-values.ts'

/** Carries a sign-in from its first step to the second: the ticket, and the factors that the account has. */
const NAME = '__Host-factor'
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'

/** Stands for an account without a factor, which has to set one up. */
export const NO_FACTOR = 'none'

export type PendingFactor = { ticket: string; factors: string[] }

export const factorCookie = ({ ticket, factors }: PendingFactor) =>
  `${NAME}=${ticket}.${factors.join('-')}; ${ATTRIBUTES}; Max-Age=600`

export const expiredFactorCookie = () => `${NAME}=; ${ATTRIBUTES}; Max-Age=0`

export function readFactorCookie(header: string | null): PendingFactor | null {
  const value = cookieMatching(header, NAME, /^[\w-]{1,400}\.[a-z-]{1,40}$/)
  const [ticket = '', factors = ''] = value?.split('.') ?? []
  return value ? { ticket, factors: factors.split('-') } : null
}

/** Reads the first step that this browser has passed. @throws DomainError 'invalid' under `ticket` without one. */
export function pendingFactor(request: Request): PendingFactor {
  const pending = readFactorCookie(request.headers.get('cookie'))
  if (!pending) throw ticketExpired()
  return pending
}
