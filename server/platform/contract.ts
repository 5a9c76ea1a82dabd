import * as z from 'zod'
import { emailField } from '#server/accounts/contract.ts'

/** Names that no club may have: they mean something to mail, browsers, certificates or to us (security.md row 9). */
export const RESERVED_SLUGS = new Set(
  `www api app admin administrator root mail email smtp imap pop pop3 mx ns ns1 ns2 dns ftp sftp ssh vpn static assets cdn media img images files
  kiosk kiosks platform operator operators support help status health metrics docs blog news shop store billing pay login auth sso oauth account
  accounts register hello dev test staging demo-admin autodiscover autoconfig wpad isatap localhost local internal intranet webmail web site sites
  watchbill security abuse postmaster hostmaster webmaster noreply no-reply hooks`.split(/\s+/),
)

/** A deleted site's name rests for this long, so that old links and mails do not lead to somebody else. */
export const REST_DAYS = 90

export const slugField = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'Use 1 to 63 lower-case letters, digits and hyphens, not at the ends.')
  .refine((slug) => !RESERVED_SLUGS.has(slug) && !/^(xn--|deleted-)/.test(slug), 'This name is reserved.')

const zone = z.string().refine((text) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}, 'Not a time zone such as Europe/London.')

export const newSite = z.object({
  slug: slugField,
  name: z.string().trim().min(1, 'Required.').max(200, 'At most 200 characters.'),
  timezone: zone.default('Europe/London'),
  prefix: z.string().trim().max(20).default(''),
  contact_name: z.string().trim().max(200).default(''),
  contact_email: z.union([z.literal(''), z.email()], 'Invalid email.').default(''),
  default_country_code: z.enum(['+44', '+61']).default('+44'),
  sms_enabled: z.boolean().default(false),
  feature_timesheets: z.boolean().default(false),
  /** Who lets everybody else in. They choose their password by a link that is sent to them. */
  admin_name: z.string().trim().max(200).default(''),
  admin_email: z.union([z.literal(''), emailField], 'Invalid email.').default(''),
})
export type NewSite = z.infer<typeof newSite>
