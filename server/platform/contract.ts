import * as z from 'zod'
import { emailField } from '#server/accounts/contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { isZone } from '#server/engine/kernel/days/zone.ts'
import { COUNTRIES, DEFAULT_COUNTRY, MUST_BE_COUNTRY } from '#server/engine/kernel/phone-number/countries.pure.ts'
import { plainEmail } from '#server/organisation/contact-contract.ts'

/** Names with a meaning for mail, browsers, certificates or the product. */
export const RESERVED_SLUGS = new Set(
  `www api app add admin administrator root mail email smtp imap pop pop3 mx ns ns1 ns2 dns ftp sftp ssh vpn static assets cdn media img images files
  kiosk kiosks platform operator operators support help status health metrics docs blog news shop store billing pay login auth sso oauth account
  accounts register hello dev test staging demo-admin autodiscover autoconfig wpad isatap localhost local internal intranet webmail web site sites
  watchbill security abuse postmaster hostmaster webmaster noreply no-reply hooks`.split(/\s+/),
)

/** Days for which a deleted site's name is reserved, so that old links and mails do not lead to another club. */
export const SLUG_REST_DAYS = 90

const SLUG_FORM = 'Use 1 to 63 lower-case letters, digits and hyphens, not at the ends.'

export const slugField = boundedText({ max: 63, tooLong: SLUG_FORM })
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, SLUG_FORM)
  .refine((slug) => !RESERVED_SLUGS.has(slug) && !/^(xn--|deleted-)/.test(slug), 'This name is reserved.')

const NO_ZONE = 'Not a time zone such as Europe/London.'

const zone = boundedText({ max: 60, tooLong: NO_ZONE }).refine(isZone, NO_ZONE)

const NO_ORIGIN = 'Give an address without a path, such as https://harbour.example.org.'

/** Where a club is that has moved. */
export const originField = boundedText({ max: 300, tooLong: NO_ORIGIN }).refine(
  (text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text,
  NO_ORIGIN,
)

export const newSite = z.object({
  slug: slugField,
  name: boundedText({ max: 200, trim: true }).min(1, 'Required.'),
  timezone: zone.default('Europe/London'),
  prefix: boundedText({ max: 20, trim: true }).default(''),
  contact_name: boundedText({ max: 200, trim: true }).default(''),
  contact_email: z.union([z.literal(''), plainEmail], 'Invalid email.').default(''),
  locale: z.enum(['en-GB', 'en-IE', 'en-AU', 'en-NZ']).default('en-GB'),
  default_country_code: z.enum(COUNTRIES, MUST_BE_COUNTRY).default(DEFAULT_COUNTRY),
  sms_enabled: z.boolean().default(false),
  feature_timesheets: z.boolean().default(false),
  /** The first admin, who chooses a password by an invitation. */
  admin_name: boundedText({ max: 200, trim: true }).default(''),
  admin_email: z.union([z.literal(''), emailField], 'Invalid email.').default(''),
})
export type NewSite = z.infer<typeof newSite>
