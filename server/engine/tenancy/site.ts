declare const siteIdBrand: unique symbol
/** Minted only by the host resolver, the job envelope and the test factory. */
export type SiteId = number & { readonly [siteIdBrand]: true }

export type Site = {
  id: SiteId
  slug: string
  name: string
  prefix: string
  logo: string | null
  /** `#rrggbb` in lower case: the brand's colour as it was chosen. */
  color: string
  contact_name: string
  contact_email: string
  url: string
  media_root: string
  timezone: string
  locale: string
  /** ISO 3166, for phone numbers without a country code. */
  default_country_code: string
  embed_origins: string[]
  self_assign: boolean
  /**
   * Whether people are asked to answer for their shifts, how many weeks before the start, and how many days before it
   * silent people are asked again.
   */
  ask_answers: boolean
  ask_weeks: number
  answer_by_days: number
  /** Whether a member may release a shift immediately, and the minimum notice in days. */
  allow_release: boolean
  release_days: number
  /** Whether a coordinator must approve hand-overs and swaps. */
  approve_swaps: boolean
  /** Minimum hours between two shifts of a person who is asked to cover. */
  rest_hours: number
  /** Excludes members who have never signed in from searches for cover. */
  cover_needs_sign_in: boolean
  /**
   * How many people to ask at a time (`people` null: everyone), and after how many hours the next, by the
   * hours left.
   */
  cover_rungs: { more_than: number; people: number | null; every: number }[]
  hide_account_existence: boolean
  reminder_offsets: string[]
  sms_enabled: boolean
  /** The cost of one part of a text in `currency`; null if unknown. */
  sms_price: number | null
  /** ISO 4217. */
  currency: string
  feature_timesheets: boolean
  allowed_external_calendars: string
  quiet_start: string
  quiet_end: string
  status: 'active' | 'suspended' | 'deleted' | 'moved'
  /** The proved own domain that links name; null or absent without. */
  own_domain?: string | null
  /** The own domain at which this request came; absent at the subdomain. Not stored. */
  reached_at?: string
  /** The site's own quotas (`server/quotas/`); null or absent for the default. */
  quota_people?: number | null
  quota_texts?: number | null
  quota_emails?: number | null
  quota_storage?: number | null
  /** The site's own sender (`server/deliveries/senders/`); null or absent without one. */
  sender_address?: string | null
  sender_state?: string | null
}

/** Brands a number. Only host resolution, job envelopes and the test factory may call it. */
export const mintSiteId = (id: number): SiteId => id as SiteId

/**
 * The id under which the operators' console counts and seals. No site has it, so neither side accepts the other's
 * tokens.
 */
export const PLATFORM: SiteId = mintSiteId(0)
