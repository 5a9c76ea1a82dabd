import * as z from 'zod'
import { emailField } from '#server/accounts/contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

/** The label of the console's host: {PLATFORM_LABEL}.{base domain}. */
export const PLATFORM_LABEL = 'platform'

/** The operator of a request, and the session. */
export type Operator = { account: number; email: string; session: number }

/** An idle session ends after two hours, any session after twelve: an operator reaches every club. */
export const IDLE_MINUTES = 120
export const ABSOLUTE_MINUTES = 720

export const operatorSignInInput = z.object({
  email: emailField,
  password: boundedText({ max: 1_000, tooLong: 'Invalid.' }).min(1, 'Required.'),
})

/** The acts of operators, as their log names them. */
export const ACTS = {
  'operator.invite': 'An operator was invited',
  'operator.accept': 'Accepted the invitation',
  'operator.end': 'No longer an operator: the email was never confirmed',
  'operator.sign_in': 'Signed in',
  'operator.refused': 'Could not sign in',
  'operator.sign_out': 'Signed out',
  'operator.factor': 'Set up a second step',
  'site.create': 'Created the site',
  'site.suspend': 'Suspended the site',
  'site.resume': 'Resumed the site',
} as const
export type ActName = keyof typeof ACTS

/** The means of a refused sign-in, and the reason. */
export type Refusal = { by: 'password' | 'code' | 'passkey' | 'social'; reason: string }

const WRONG = { password: 'wrong password', code: 'wrong code', passkey: 'wrong passkey', social: 'not confirmed' }

/** Explains a refusal. */
export const refusalText = ({ by, reason }: Refusal): string =>
  reason === 'throttled' ? 'too many attempts' : WRONG[by]

export const SITES_PAGE_SIZE = 25
const SITE_STATES = ['active', 'suspended', 'deleted'] as const
export type SiteState = (typeof SITE_STATES)[number]

/** The query of the list; unknown values count as not given. */
export const sitesQuery = z.object({
  search: boundedText({ max: 100, trim: true }).catch(''),
  status: z.enum(SITE_STATES).nullable().catch(null),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type SitesQuery = z.infer<typeof sitesQuery>

/** A site for operators: none of its people, and nothing that they wrote. Instants are ISO texts in UTC. */
export type SiteLine = {
  id: number
  slug: string
  name: string
  status: SiteState
  timezone: string
  people: number
  created_at: string
  last_activity: string | null
}

export type ActLine = {
  id: number
  at: string
  operator: string | null
  action: ActName
  site: string | null
  ip: string | null
  refusal: Refusal | null
}
