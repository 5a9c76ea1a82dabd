import * as z from 'zod'

export type FactorKind = 'totp' | 'passkey'

/** What protects an account beside its password. Instants are ISO texts in UTC. */
export type Factors = {
  totp: { since: string } | null
  passkeys: { id: number; name: string; created_at: string; last_used_at: string | null }[]
  recovery_codes: number
  /** Operators of the platform cannot do without one. */
  required: boolean
}

export const RECOVERY_CODES = 10

const text = (most: number) => z.string({ error: 'Required.' }).trim().min(1, 'Required.').max(most, 'Invalid.')

export const codeInput = z.object({ code: text(40) })
export const ticketInput = z.object({ ticket: text(400) })
export const factorInput = ticketInput.extend({ code: text(40) })

/** What a browser's authenticator gave; its content is judged by the verification, not by its shape. */
const credential = z.looseObject(
  { id: text(1400), rawId: text(1400), type: z.literal('public-key', { error: 'Invalid.' }) },
  { error: 'Required.' },
)
export const passkeyInput = ticketInput.extend({ response: credential })
export const newPasskeyInput = passkeyInput.extend({
  name: z.string().trim().max(100, 'At most 100 characters.').default(''),
})
