import * as z from 'zod'
import type { AuthorizationState } from '#server/accounts/social/openid.ts'
import { seal, unseal } from '#server/engine/kernel/seal.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'
import { cookieMatching } from './cookie-values.ts'

/** Holds the browser's state while it is at the provider: encrypted, for ten minutes, for this host only. */
const NAME = '__Host-journey'
const PURPOSE = 'sign-in-journey'
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'

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
  `${NAME}=${seal(secret, PURPOSE, JSON.stringify(journey)).toString('base64url')}; ${ATTRIBUTES}; Max-Age=600`

export const expiredJourneyCookie = () => `${NAME}=; ${ATTRIBUTES}; Max-Age=0`

/** Reads the state that this site stored; null without one, or for a state of another site. */
export function readJourneyCookie(secret: string, site: SiteId, header: string | null): Kept | null {
  const value = cookieMatching(header, NAME, /^[\w-]{1,3000}$/)
  const text = value ? unseal(secret, PURPOSE, Buffer.from(value, 'base64url')) : null
  const read = text === null ? null : journeyState.safeParse(JSON.parse(text))
  return read?.success && read.data.site === site ? read.data : null
}
