import * as z from 'zod'
import { emailField } from '#server/accounts/contract.ts'
import type { Channel, DeliveryState } from '#server/deliveries/contract.ts'
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
  'site.invite': 'Invited the admins of the site again',
  'site.caps': 'Changed how many messages the site may send',
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

/**
 * A site for operators: none of its people, and nothing that they wrote. Instants are ISO texts in UTC. Shifts count the next seven
 * days, messages the last seven; `failed` those of the last day that were not sent or not delivered.
 */
export type SiteLine = {
  id: number
  slug: string
  name: string
  status: SiteState
  timezone: string
  created_at: string
  people: number
  shifts: number
  open_shifts: number
  sent: number
  failed: number
  /** Messages that are due and not sent, and since when the first is due. */
  waiting: number
  waiting_since: string | null
  last_activity: string | null
}

/**
 * A time zone that the program and its database read differently, from a day of it; null where one of them does not know it. It is not
 * `lasting` where only the clock changes at another hour.
 */
export type ZoneDifference = { zone: string; day: string | null; lasting: boolean }

/** What is wrong with a site, from the worst to the least. */
export type Trouble =
  | { kind: 'waiting'; messages: number; since: string }
  | { kind: 'no_admin' }
  | { kind: 'failed'; messages: number }
  | ({ kind: 'zone' } & ZoneDifference)
  | { kind: 'unclaimed' }
  | { kind: 'suspended' }

export type TroubledSite = Pick<SiteLine, 'id' | 'slug' | 'name' | 'status'> & { trouble: Trouble }

/** The numbers of all active sites together. `database_bytes` is the whole database; pictures are stored elsewhere. */
export type HostNumbers = {
  sites: number
  people: number
  new_people: number
  shifts: number
  open_shifts: number
  sent: number
  failed: number
  waiting: number
  waiting_since: string | null
  /** The name of the only site that has messages waiting; null for none or several. */
  waiting_at: string | null
  pictures: number
  database_bytes: number
  last_activity: string | null
}

/** What an operator sees first: the numbers, how many sites need somebody, and the worst of these. */
export type Overview = { numbers: HostNumbers; now: number; soon: number; troubled: TroubledSite[] }

/** How many messages of one fate there are, with what is said of it. */
export type DeliveryCount = {
  channel: Channel
  state: DeliveryState
  reason: string | null
  words: string
  count: number
}

/** A site with its settings and its messages of the last seven days by channel, state and reason. */
export type SiteDetail = SiteLine & {
  admins: number
  new_people: number
  pictures: number
  sms_enabled: boolean
  locale: string
  default_country_code: string
  trouble: Trouble | null
  messages: DeliveryCount[]
  caps: SiteCaps
  invitation: Invitation | null
}

/**
 * The latest invitation of a site's first admin: how its mail fared, and when its page was opened and it was accepted. Instants are ISO
 * texts.
 */
export type Invitation = {
  state: DeliveryState
  reason: string | null
  words: string
  at: string
  until: string
  opened_at: string | null
  accepted_at: string | null
}

const MOST = 10_000_000
const cap = z.preprocess(
  (value) => (value === '' ? null : value),
  z.coerce
    .number('Must be a number.')
    .int('Must be a whole number.')
    .min(0, 'At least 0.')
    .max(MOST, `At most ${MOST}.`)
    .nullable(),
)

/** How many messages to many people a site may send in a day and in a month of its zone; null is the platform's own number. */
export const siteCaps = z.object({ mail_per_day: cap, mail_per_month: cap, sms_per_day: cap, sms_per_month: cap })
export type SiteCaps = z.output<typeof siteCaps>

export type ActLine = {
  id: number
  at: string
  operator: string | null
  action: ActName
  site: string | null
  ip: string | null
  refusal: Refusal | null
}
