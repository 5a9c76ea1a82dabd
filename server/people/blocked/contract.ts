import * as z from 'zod'
import { emailField } from '#server/accounts/contract.ts'
import { CHANNELS } from '#server/deliveries/contract.ts'

export const unblockInput = z.object({
  channel: z.enum(CHANNELS, { error: (issue) => (issue.input === undefined ? 'Required.' : 'Must be email or sms.') }),
})
export type UnblockInput = z.infer<typeof unblockInput>

export const unblocked = z.object({ queued: z.number().int() })
export type Unblocked = z.infer<typeof unblocked>

export const correctEmailInput = z.object({ email: emailField })
export type CorrectEmailInput = z.infer<typeof correctEmailInput>

export const emailCorrected = unblocked.extend({ email: z.string() })
export type EmailCorrected = z.infer<typeof emailCorrected>
