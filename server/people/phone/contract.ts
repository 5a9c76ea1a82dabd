import * as z from 'zod'
import { typedCode } from '#server/kernel/typed-code.ts'
import { PHONE_MESSAGE, PHONE_PATTERN } from '../phone-number/rules.ts'

const phone = z.string({ error: 'Required.' }).regex(PHONE_PATTERN, PHONE_MESSAGE)

/** An empty phone takes the number away. */
export const phoneChange = z.object({
  phone: z
    .union([phone, z.literal(''), z.null()], {
      error: (issue) => (issue.input === undefined ? 'Required.' : PHONE_MESSAGE),
    })
    .transform((text) => text || null),
})
export type PhoneChange = z.infer<typeof phoneChange>

export const phoneCheck = z.object({
  phone,
  verify_code: z
    .string({ error: 'Required.' })
    .max(100, 'This code is not correct.')
    .transform(typedCode)
    .pipe(z.string().min(1, 'Required.').max(20, 'This code is not correct.')),
  sms_notifications: z.boolean({ error: 'Must be true or false.' }).optional(),
})
export type PhoneCheck = z.infer<typeof phoneCheck>

/** Whether a code was sent, so that the dialog goes on to it, or the number is stored already. */
export type PhoneChanged = { verify: boolean }
