import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const text = (max: number) => boundedText({ max, tooLong: 'Too long.', trim: true }).min(1, 'Required.')

const NO_NAME = 'Use lower-case letters, digits and dashes.'

export const providerName = boundedText({ max: 40, tooLong: NO_NAME }).regex(/^[a-z0-9][a-z0-9-]{0,39}$/, NO_NAME)

const webAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

/** Without a secret the stored one stays. */
export const providerInput = z.object({
  label: text(60),
  issuer: text(300).refine(webAddress, 'Give a web address.'),
  client_id: text(300),
  client_secret: boundedText({ max: 500, tooLong: 'Too long.', trim: true }).optional(),
  active: z.boolean().default(true),
})
export type ProviderInput = z.infer<typeof providerInput>

export type Provider = {
  provider: string
  label: string
  issuer: string
  client_id: string
  has_secret: boolean
  active: boolean
}

export type ProviderButton = Pick<Provider, 'provider' | 'label'>

export const socialInput = z.object({
  provider: providerName,
  code: text(2000),
  redirect_uri: text(500).refine((value) => URL.canParse(value), 'Must be a web address.'),
  code_verifier: text(128),
  nonce: text(200),
})
