import * as z from 'zod'
import type { Journey } from '#server/accounts/social/openid.ts'
import { seal, unseal } from '#server/kernel/seal.ts'

/** What a browser keeps while it is at the provider: encrypted, for ten minutes, and of this host alone. */
const NAME = '__Host-journey'
const PURPOSE = 'sign-in-journey'
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'

const kept = z.object({
  provider: z.string(),
  next: z.string().nullable(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
})

type Kept = Journey & { provider: string; next: string | null }

export const journeyCookie = (secret: string, journey: Kept) =>
  `${NAME}=${seal(secret, PURPOSE, JSON.stringify(journey)).toString('base64url')}; ${ATTRIBUTES}; Max-Age=600`

export const expiredJourneyCookie = () => `${NAME}=; ${ATTRIBUTES}; Max-Age=0`

export function readJourneyCookie(secret: string, header: string | null): Kept | null {
  const value = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{1,3000})(?:;|$)`).exec(header ?? '')?.[1]
  const text = value ? unseal(secret, PURPOSE, Buffer.from(value, 'base64url')) : null
  return text === null ? null : kept.parse(JSON.parse(text))
}
