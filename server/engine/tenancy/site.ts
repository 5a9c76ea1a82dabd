declare const siteIdBrand: unique symbol
/** The id of a site, minted only by the host resolver, the job envelope and the test factory. */
export type SiteId = number & { readonly [siteIdBrand]: true }

/** The row of a site as the product uses it; field names are those of the API. */
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
  /** ISO 3166: where a phone number without a country code belongs to. */
  default_country_code: string
  embed_origins: string[]
  self_assign: boolean
  /** Whether people are asked to answer for their shifts, how many weeks before the start, and how many days before it the silent are asked once more. */
  ask_answers: boolean
  ask_weeks: number
  answer_by_days: number
  /** Whether a member may leave a shift at once, and how many days before its start at the latest. */
  allow_release: boolean
  release_days: number
  /** Whether a coordinator agrees before shifts are handed over or swapped. */
  approve_swaps: boolean
  /** The fewest hours between two shifts of a person who is asked to cover. */
  rest_hours: number
  /** Whether members who have never signed in are left out when cover is looked for. */
  cover_needs_sign_in: boolean
  /** How many people are asked to cover together and after how many hours the next, by the hours left; `people` null: everybody. */
  cover_rungs: { more_than: number; people: number | null; every: number }[]
  hide_account_existence: boolean
  reminder_offsets: string[]
  sms_enabled: boolean
  /** What one part of a text costs, in `currency`; null when nobody has said. */
  sms_price: number | null
  /** ISO 4217. */
  currency: string
  feature_timesheets: boolean
  allowed_external_calendars: string
  quiet_start: string
  quiet_end: string
  status: 'active' | 'suspended' | 'deleted'
}

/** Brands a number as a site's id. Only host resolution, job envelopes and the test factory may call it. */
export const mintSiteId = (id: number): SiteId => id as SiteId

/**
 * The id under which the operators' console counts and seals. No site has this id, so neither accepts what was made for the
 * other.
 */
export const PLATFORM: SiteId = mintSiteId(0)
