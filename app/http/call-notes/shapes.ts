import * as z from 'zod'

/** Pieces of answers that several calls share. */

export const whole = z.number().int()
export const instant = z.string().meta({ format: 'date-time' })
export const nothing = z.object({})
export const named = z.object({ id: whole, name: z.string() })
export const detail = z.object({ detail: z.string() })
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()).nullable() })

/** One picture, sent as a form. */
export const pictureForm = z.object({
  file: z.string().meta({ format: 'binary', description: 'JPEG, PNG or WebP, up to 5 MiB.' }),
})

export const publicSite = z.object({
  id: whole,
  slug: z.string(),
  name: z.string(),
  prefix: z.string(),
  logo: z.string().nullable(),
  color: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  url: z.string(),
  timezone: z.string(),
  locale: z.string(),
  default_country_code: z.string(),
  embed_origins: z.array(z.string()),
  self_assign: z.boolean(),
  sms_enabled: z.boolean(),
  feature_timesheets: z.boolean(),
  allowed_external_calendars: z.string(),
  mediaRoot: z.string(),
})

/** The acting person in full. */
export const ownPerson = z.object({
  id: whole,
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(['admin', 'user', 'new']),
  is_active: z.boolean(),
  phone: z.string().nullable(),
  sms_verified: z.boolean(),
  joined: z.string().nullable(),
  last_login: instant.nullable(),
  tags: z.array(z.string()),
  settings: z.object({
    dateFormat: z.string(),
    timeFormat: z.string(),
    dateTimeFormat: z.string(),
    theme: z.enum(['Auto', 'Light', 'Dark']),
    hidden_external_calendars: z.string(),
  }),
  email_notifications: z.boolean(),
  email_reminders: z.boolean(),
  email_newsletters: z.boolean(),
  sms_notifications: z.boolean(),
  hide_verify_phone: z.boolean(),
  email_confirmed: z.boolean(),
})

export const currentUser = ownPerson.extend({ site: publicSite, impersonator: named.nullable() })
export const tokens = z.object({ access: z.string(), refresh: z.string() })
export const signedIn = tokens.extend({ user: currentUser })
