import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { isEmail } from '#server/engine/kernel/email-address.pure.ts'
import { REQUIRED } from '#server/engine/kernel/expected.ts'
import { phoneField } from '#server/engine/kernel/phone-number/contract.ts'
import { emailField, passwordField } from './contract.ts'

/** Results of `register/check`. `initial` is a form whose email has not been checked. */
export const CHECK_STATUSES = ['login-required', 'details-required', 'account-required'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]
export type RegisterState = 'initial' | Exclude<CheckStatus, 'login-required'>

/** The date of the privacy policy; stored with the consent. */
export const CONSENT_VERSION = '2023-10-29'

export const RESET_MINUTES = 60

export const checkInput = z.object({ email: emailField })

const emptyToUndefined = (value: unknown) => (value === null || value === '' ? undefined : value)

export const registerInput = z.object({
  email: emailField,
  name: boundedText({ max: 200, trim: true })
    .min(1, 'Required.')
    .refine((name) => !/[\p{Cc}\p{Co}\u2028\u2029]/u.test(name), 'This has characters that can’t be used in a name.'),
  phone: z.preprocess(emptyToUndefined, phoneField().optional()),
  password: z.preprocess(emptyToUndefined, passwordField.optional()),
})
export type RegisterInput = z.infer<typeof registerInput>

const MUST_MATCH = 'Passwords must match.'

export const resetRequestInput = z.object({ email: emailField })
export const resetCheckInput = z.object({ token: boundedText({ max: 200 }).min(1, 'Required.') })
export const resetTokenInput = resetCheckInput.extend({ password: passwordField })

export const TOKEN_INVALID = 'This link is no longer valid. Please ask for a new one.'

/** Compares both entries of a new password and reports each problem under its own field. Empty counts as absent. */
const checkRepeat = (
  form: { password?: string | undefined; repeat?: string | undefined },
  add: (field: string, message: string) => void,
) => {
  if (!form.password) add('password', REQUIRED)
  if (!form.repeat) add('repeat', REQUIRED)
  else if (form.password && form.repeat !== form.password) add('repeat', MUST_MATCH)
}

const newPassword = z.preprocess(emptyToUndefined, boundedText({ max: 1024, tooLong: 'Too long.' }).optional())

export const registerForm = registerInput
  .extend({ state: z.enum(['initial', 'details-required', 'account-required']), repeat: newPassword })
  .superRefine((form, context) => {
    const add = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (form.state === 'details-required' && !form.password) add('password', REQUIRED)
    if (form.state === 'account-required') checkRepeat(form, add)
  })

/**
 * Whether a form, perhaps restored by the browser, has every field that `registerForm` requires. Separate from the
 * schema, which the page does not load.
 */
export function isCompleteForm(form: Record<string, unknown>): boolean {
  const text = (field: string) => (typeof form[field] === 'string' ? form[field].trim() : '')
  const phone = text('phone')
  return (
    isEmail(text('email')) &&
    text('name') !== '' &&
    (phone === '' || /^\+?\d/.test(phone)) &&
    (form.state === 'initial' || Boolean(form.password)) &&
    (form.state !== 'account-required' || form.repeat === form.password)
  )
}

export const newPasswordForm = z
  .object({ password: newPassword, repeat: newPassword })
  .superRefine((form, context) =>
    checkRepeat(form, (field, message) => context.addIssue({ code: 'custom', path: [field], message })),
  )
