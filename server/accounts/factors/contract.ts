import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

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

const text = (max: number) =>
  boundedText({ max, tooLong: 'Invalid.', error: 'Required.', trim: true }).min(1, 'Required.')

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
  name: boundedText({ max: 100, trim: true }).default(''),
})
