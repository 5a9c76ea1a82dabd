import * as z from 'zod'

export const ACCESS_MINUTES = 40
export const REFRESH_DAYS = 14
export const ABSOLUTE_DAYS = 90

/** Specification §5: a simple x@y.z pattern. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const emailField = z
  .string({ error: 'Required.' })
  .trim()
  .min(1, 'Required.')
  .max(254, 'Invalid email.')
  .regex(EMAIL_PATTERN, 'Invalid email.')
  .transform((email) => email.toLowerCase())

/** Passwords are taken as they are: no trimming, no composition rules; the bound only keeps hashing affordable. */
export const passwordField = z.string({ error: 'Required.' }).min(1, 'Required.').max(1024, 'Too long.')

export const loginInput = z.object({ email: emailField, password: passwordField })
export type LoginInput = z.infer<typeof loginInput>

export const refreshInput = z.object({
  refresh: z.string({ error: 'Required.' }).min(1, 'Required.').max(200, 'Invalid.'),
})

/** One live session as its owner sees it. Instants are ISO texts in UTC. */
export type SessionRow = {
  id: number
  device: string
  ip: string | null
  created_at: string
  last_seen_at: string
  current: boolean
  /** Who acts as the person in it; null in one's own. */
  impersonator: string | null
}
