import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

export type FactorKind = 'totp' | 'passkey'

/** Second factors of an account. Instants are ISO texts in UTC. */
export type Factors = {
  totp: { since: string } | null
  /** `domain`: the name at which a passkey works, and at the names below it. */
  passkeys: { id: number; name: string; created_at: string; last_used_at: string | null; domain: string }[]
  recovery_codes: number
  required: boolean
}

export const RECOVERY_CODES = 10

const text = (max: number) => boundedText({ max, tooLong: 'Invalid.', trim: true }).min(1, 'Required.')

export const codeInput = z.object({ code: text(40) })
export const ticketInput = z.object({ ticket: text(400) })
export const factorInput = ticketInput.extend({ code: text(40) })

const credential = z.looseObject({ id: text(1400), rawId: text(1400), type: z.literal('public-key') })
export const passkeyInput = ticketInput.extend({ response: credential })
export const newPasskeyInput = passkeyInput.extend({
  name: boundedText({ max: 100, trim: true }).default(''),
})
