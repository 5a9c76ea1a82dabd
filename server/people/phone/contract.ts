import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { phoneField } from '#server/engine/kernel/phone-number/contract.ts'
import { PHONE_MESSAGE } from '#server/engine/kernel/phone-number/rules.ts'
import { typedCode } from '#server/engine/kernel/typed-code.ts'

const phone = phoneField()

export const phoneChange = z.object({
  phone: z
    .union([phone, z.literal(''), z.null()], {
      error: (issue) => (issue.input === undefined ? 'Required.' : PHONE_MESSAGE),
    })
    .transform((text) => text || null),
})
export type PhoneChange = z.infer<typeof phoneChange>

const WRONG_CODE = 'This code isn’t correct.'

export const phoneCheck = z.object({
  phone,
  verify_code: boundedText({ max: 40, tooLong: WRONG_CODE })
    .transform(typedCode)
    .pipe(boundedText({ max: 20, tooLong: WRONG_CODE }).min(1, 'Required.')),
  sms_notifications: z.boolean().optional(),
})
export type PhoneCheck = z.infer<typeof phoneCheck>

/**
 * `verify`: a code was sent, and the dialog asks for it. Otherwise the number is stored; `detail` explains why it stays
 * unverified.
 */
export type PhoneChanged = { verify: boolean; detail?: string }
