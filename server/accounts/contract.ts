import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { EMAIL_PATTERN, INVALID_EMAIL, MAX_EMAIL_LENGTH } from '#server/engine/kernel/email-address.pure.ts'

export const ACCESS_MINUTES = 40
export const REFRESH_DAYS = 14
export const ABSOLUTE_DAYS = 90

export const emailField = boundedText({ max: MAX_EMAIL_LENGTH, tooLong: INVALID_EMAIL, trim: true })
  .min(1, 'Required.')
  .refine((email) => EMAIL_PATTERN.test(email), INVALID_EMAIL)
  .describe('An email address; letters and digits of any script, in both parts.')
  .transform((email) => email.toLowerCase())

/** No trimming, no composition rules; the limit keeps hashing affordable. */
export const passwordField = boundedText({ max: 1024, tooLong: 'Too long.' }).min(1, 'Required.')

export const signInInput = z.object({ email: emailField, password: passwordField })
export type SignInInput = z.infer<typeof signInInput>

export const refreshInput = z.object({
  refresh: boundedText({ max: 200, tooLong: 'Invalid.' }).min(1, 'Required.'),
})

/** A live session. Instants are ISO texts in UTC. */
export type SessionRow = {
  id: number
  device: string
  ip: string | null
  created_at: string
  last_seen_at: string
  current: boolean
  /** The admin who acts as the person; null in the person's own sessions. */
  impersonator: string | null
}
