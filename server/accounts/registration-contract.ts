import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { isEmail } from '#server/engine/kernel/email-address/rules.ts'
import { phoneField } from '#server/engine/kernel/phone-number/contract.ts'
import { PHONE_PATTERN } from '#server/engine/kernel/phone-number/rules.ts'
import { emailField, passwordField } from './contract.ts'

/** What `register/check` says of an email. `initial` is a form that nobody has checked an email for. */
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
  name: boundedText({ max: 200, error: 'Required.', trim: true })
    .min(1, 'Required.')
    .refine((name) => !/[\p{Cc}\p{Co}\u2028\u2029]/u.test(name), 'This has characters that a name cannot have.'),
  phone: z.preprocess(absent, phoneField().optional()),
  password: z.preprocess(absent, passwordField.optional()),
})
export type RegisterInput = z.infer<typeof registerInput>

export const MUST_MATCH = 'Passwords must match.'

export const resetRequestInput = z.object({ email: emailField })
export const resetCheckInput = z.object({ token: boundedText({ max: 200, error: 'Required.' }).min(1, 'Required.') })
export const resetTokenInput = resetCheckInput.extend({ password: passwordField })

export const TOKEN_INVALID = 'This link is not valid any more. Please ask for a new one.'

const REQUIRED = 'Required.'

/** Two entries of a new password, each message under its own field. The empty text of a form counts as nothing. */
const repeated = (given: { password?: string; repeat?: string }, add: (field: string, message: string) => void) => {
  if (!given.password) add('password', REQUIRED)
  if (!given.repeat) add('repeat', REQUIRED)
  else if (given.password && given.repeat !== given.password) add('repeat', MUST_MATCH)
}

const entered = z.preprocess(absent, boundedText({ max: 1024, tooLong: 'Too long.' }).optional())

/** The register form: what is asked for besides the details depends on its state. */
export const registerForm = registerInput
  .extend({ state: z.enum(['initial', 'details-required', 'account-required']), repeat: entered })
  .superRefine((given, context) => {
    const add = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (given.state === 'details-required' && !given.password) add('password', REQUIRED)
    if (given.state === 'account-required') repeated(given, add)
  })

/**
 * Whether everything is entered that `registerForm` asks for, so that a form which the browser brought back may be sent.
 * It stands beside the schema so that the page needs none.
 */
export function isWholeForm(given: Record<string, unknown>): boolean {
  const text = (field: string) => (typeof given[field] === 'string' ? given[field].trim() : '')
  const phone = text('phone')
  return (
    isEmail(text('email')) &&
    text('name') !== '' &&
    (phone === '' || PHONE_PATTERN.test(phone)) &&
    (given.state === 'initial' || Boolean(given.password)) &&
    (given.state !== 'account-required' || given.repeat === given.password)
  )
}

/** The form behind a reset link. */
export const newPasswordForm = z
  .object({ password: entered, repeat: entered })
  .superRefine((given, context) =>
    repeated(given, (field, message) => context.addIssue({ code: 'custom', path: [field], message })),
  )
