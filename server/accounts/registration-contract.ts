import * as z from 'zod'
import { PHONE_MESSAGE, PHONE_PATTERN } from '#server/people/phone-rules.ts'
import { emailField, passwordField } from './contract.ts'

/** What `register/check` says of an email (specification §2.3, §4). `initial` is a form that nobody has checked an email for. */
export const CHECK_STATUSES = ['login-required', 'details-required', 'account-required'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]
export type RegisterState = 'initial' | Exclude<CheckStatus, 'login-required'>

/** The consent that is stored names the text that was agreed to: the date of the privacy policy. */
export const CONSENT_VERSION = '2023-10-29'

export const RESET_MINUTES = 60

export const checkInput = z.object({ email: emailField })

const absent = (value: unknown) => (value === null || value === '' ? undefined : value)

export const registerInput = z.object({
  email: emailField,
  name: z
    .string({ error: 'Required.' })
    .trim()
    .min(1, 'Required.')
    .max(200, 'At most 200 characters.')
    .refine((name) => !/[\p{Cc}\p{Co}\u2028\u2029]/u.test(name), 'This has characters that a name cannot have.'),
  phone: z.preprocess(absent, z.string().regex(PHONE_PATTERN, PHONE_MESSAGE).optional()),
  password: z.preprocess(absent, passwordField.optional()),
})
export type RegisterInput = z.infer<typeof registerInput>

export const MUST_MATCH = 'Passwords must match.'

export const resetRequestInput = z.object({ email: emailField })
export const resetCheckInput = z.object({ token: z.string({ error: 'Required.' }).min(1, 'Required.').max(200) })
export const resetTokenInput = resetCheckInput.extend({ password: passwordField })

export const TOKEN_INVALID = 'This link is not valid any more. Please ask for a new one.'
