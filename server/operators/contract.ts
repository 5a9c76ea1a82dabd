import * as z from 'zod'
import { emailField } from '#server/accounts/contract.ts'
import type { Channel, DeliveryState } from '#server/deliveries/contract.ts'
import { senderField } from '#server/deliveries/senders/contract.ts'
import type { OwnSender } from '#server/deliveries/senders/rules.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import type { QuotaUse } from '#server/quotas/rules.ts'

/** The label of the console's host: {PLATFORM_LABEL}.{base domain}. */
export const PLATFORM_LABEL = 'platform'

export type Operator = { account: number; email: string; session: number }

/** Short, because an operator reaches every club. */
export const IDLE_MINUTES = 120
export const ABSOLUTE_MINUTES = 720

export const operatorSignInInput = z.object({
  email: emailField,
  password: boundedText({ max: 1_000, tooLong: 'Invalid.' }).min(1, 'Required.'),
})

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
  'site.invite': 'Invited the site’s admins again',
  'site.caps': 'Changed how many messages the site may send',
  'site.domain': 'Changed the site’s own domains',
  'site.sender': 'Changed the sender of the site’s emails',
  'site.enter': 'Entered the site',
  'site.leave': 'Left the site',
  'notice.add': 'Wrote a notice to all clubs',
  'notice.change': 'Changed a notice to all clubs',
  'notice.end': 'Ended a notice to all clubs',
} as const
export type ActName = keyof typeof ACTS

export type Refusal = { by: 'password' | 'code' | 'passkey' | 'social'; reason: string }

const WRONG = { password: 'wrong password', code: 'wrong code', passkey: 'wrong passkey', social: 'not confirmed' }

export const refusalText = ({ by, reason }: Refusal): string =>
  reason === 'throttled' ? 'too many attempts' : WRONG[by]

export const SITES_PAGE_SIZE = 25
const SITE_STATES = ['active', 'suspended', 'deleted', 'moved'] as const
export type SiteState = (typeof SITE_STATES)[number]

export const sitesQuery = z.object({
  search: boundedText({ max: 100, trim: true }).catch(''),
  status: z.enum(SITE_STATES).nullable().catch(null),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type SitesQuery = z.infer<typeof sitesQuery>

/**
 * A site without its people and content. Instants are ISO texts in UTC. Shifts: next seven days. Messages: last seven
 * days. `failed`: not sent or not delivered in the last day.
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
  /** Due and unsent messages, and since when the first is due. */
  waiting: number
  waiting_since: string | null
  last_activity: string | null
}

/**
 * A time zone that the program and its database read differently. `day`: first such day, null where one of them does
 * not know the zone. `lasting` is false where only the hour of a clock change differs.
 */
export type ZoneDifference = { zone: string; day: string | null; lasting: boolean }

export type Trouble =
  | { kind: 'waiting'; messages: number; since: string }
  | { kind: 'no_admin' }
  | { kind: 'failed'; messages: number }
  | ({ kind: 'zone' } & ZoneDifference)
  | { kind: 'sender'; address: string }
  | ({ kind: 'quota' } & QuotaUse)
  | { kind: 'unclaimed' }
  | { kind: 'suspended' }

export type TroubledSite = Pick<SiteLine, 'id' | 'slug' | 'name' | 'status'> & { trouble: Trouble }

/** Totals over all active sites. `database_bytes` is the whole database without pictures. */
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
  /** The only site with waiting messages; null for none or several. */
  waiting_at: string | null
  /** Seconds since reminders were last planned. */
  planner_behind: number
  /** Messages that may have left before a restore and wait for a decision. */
  held: number
  pictures: number
  database_bytes: number
  last_activity: string | null
}

/** `now` and `soon` count the sites that need attention; `troubled` lists the worst. */
export type Overview = { numbers: HostNumbers; now: number; soon: number; troubled: TroubledSite[] }

export type DeliveryCount = {
  channel: Channel
  state: DeliveryState
  reason: string | null
  words: string
  count: number
}

export type SiteDetail = SiteLine & {
  admins: number
  new_people: number
  pictures: number
  sms_enabled: boolean
  locale: string
  default_country_code: string
  /** Its origin at another deployment; null unless it has moved. */
  moved_to: string | null
  trouble: Trouble | null
  messages: DeliveryCount[]
  caps: SiteCaps
  quotas: QuotaUse[]
  domains: OwnDomain[]
  sender: OwnSender | null
  invitation: Invitation | null
}

/** A name of the club's own for its site. Instants are ISO texts. */
export type OwnDomain = {
  name: string
  /** Since when it leads to the site; null before the DNS has proved it. */
  proved_at: string | null
  checked_at: string | null
  /** What the last check found; null when all was in place. */
  problem: string | null
  /** Whether links name it: the one proved last. */
  in_links: boolean
  /** What its owner adds to the DNS. */
  records: { name: string; type: 'TXT' | 'CNAME'; value: string }[]
}

const CHANGES = ['add', 'check', 'remove'] as const
/** The name is read where the platform's own domain is known. */
export const domainChange = z.object({
  change: z.enum(CHANGES, 'Invalid.'),
  name: boundedText({ max: 500, tooLong: 'At most 240 characters.' }).default(''),
})

/** The latest invitation of a site's first admin, with the delivery of its mail. Instants are ISO texts. */
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

/** Caps of messages to many per day and month in the site's zone; null means the platform's default. */
export const siteCaps = z.object({ mail_per_day: cap, mail_per_month: cap, sms_per_day: cap, sms_per_month: cap })
export type SiteCaps = z.output<typeof siteCaps>

/** `verified` states that the mail server may send for the address, where it cannot be asked. */
export const senderInput = z.object({
  address: senderField,
  verified: z.preprocess((value) => value === true || value === 'on', z.boolean()),
})

export type ActLine = {
  id: number
  at: string
  operator: string | null
  action: ActName
  site: string | null
  ip: string | null
  refusal: Refusal | null
  /** The text of a notice, or why the operator entered a site. */
  note: string | null
}

export const MAX_NOTICE = 300
/** How many notices may wait or be shown at a time. */
export const MAX_NOTICES = 5

const blankAsMissing = (value: unknown) => (value === '' ? undefined : value)

/** A minute in UTC, as operators type it: `2026-12-06 06:00`, or with a T. */
const MINUTE_MESSAGE = 'Must be a day and a time, such as 2026-12-06 06:00.'
const minute = boundedText({ max: 16, trim: true, tooLong: MINUTE_MESSAGE })
  .min(1, { error: 'Required.', abort: true })
  .overwrite((text) => text.replace(' ', 'T'))
  .check(z.iso.datetime({ local: true, precision: -1, error: MINUTE_MESSAGE }))
  .transform((text) => new Date(`${text}:00Z`))

/** A notice to all clubs. `shown_from` empty: from its start. */
export const noticeInput = z
  .object({
    text: boundedText({ max: MAX_NOTICE, trim: true }).min(1, 'Required.'),
    audience: z.enum(['admins', 'everyone'], 'Must be admins or everyone.'),
    starts_at: minute,
    ends_at: minute,
    shown_from: z.preprocess(blankAsMissing, minute.optional()),
  })
  .superRefine(({ starts_at, ends_at, shown_from }, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
    if (ends_at <= starts_at) refuse('ends_at', 'Must be after the start.')
    if (shown_from && shown_from > starts_at) refuse('shown_from', 'Must not be after the start.')
  })
  .transform(({ shown_from, ...notice }) => ({
    ...notice,
    // A text is one line.
    text: notice.text.replace(/\s+/g, ' '),
    shown_from: shown_from ?? notice.starts_at,
  }))
export type NoticeInput = z.output<typeof noticeInput>

/** A notice in the console. Instants are ISO texts in UTC. */
export type NoticeRow = {
  id: number
  text: string
  audience: 'admins' | 'everyone'
  shown_from: string
  starts_at: string
  ends_at: string
  ended_at: string | null
  /** The operator; null for a former one. */
  written_by: string | null
  written_at: string
  state: 'shown' | 'waits' | 'ended'
}

export const MAX_REASON = 300
/** An operator acts as an admin of a club for at most an hour. */
export const ENTRY_MINUTES = 60
/** How long the secret counts that hands an entry over to the club's host. */
export const HAND_OVER_SECONDS = 60

/** `admin`: the email of the admin to act as; empty for the one who was added first. */
export const entryInput = z.object({
  reason: boundedText({ max: MAX_REASON, trim: true })
    .min(1, 'Required.')
    .transform((text) => text.replace(/\s+/g, ' ')),
  admin: z.preprocess(blankAsMissing, emailField.optional()),
})
export type EntryInput = z.output<typeof entryInput>

export const entryToken = z.object({ token: boundedText({ max: 100, tooLong: 'Invalid.' }).min(1, 'Required.') })
