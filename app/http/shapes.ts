import * as z from 'zod'
import { CHECK_STATUSES } from '#server/accounts/registration-contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

export const wholeNumber = z.number().int()
export { instant }
export const emptyObject = z.object({})
/** Undoes a change for a day, by its collection's undo call. */
export const undoToken = z.object({ token: z.string(), expires: instant })
export const changesetSaved = z.object({ saved: wholeNumber, undo: z.array(undoToken) })
export const namedRecord = z.object({ id: wholeNumber, name: z.string() })
/** Who acts in a person's name: an admin, or an operator of the platform, who has no id here. */
const impersonator = z.object({ id: wholeNumber.nullable(), name: z.string() })
export const detail = z.object({ detail: z.string() })
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()).nullable() })

export const pictureForm = z.object({
  file: z.string().meta({ format: 'binary', description: 'JPEG, PNG or WebP, up to 5 MiB.' }),
})

export const publicSite = z.object({
  id: wholeNumber,
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
  /** Whether members may leave a shift immediately, and until how many days before it. */
  allow_release: z.boolean(),
  release_days: wholeNumber,
  /** Group sizes of cover by the hours left; `people` null: everyone. */
  cover_rungs: z.array(z.object({ more_than: wholeNumber, people: wholeNumber.nullable(), every: wholeNumber })),
  sms_enabled: z.boolean(),
  feature_timesheets: z.boolean(),
  allowed_external_calendars: z.string(),
  mediaRoot: z.string(),
})

export const ownPerson = z.object({
  id: wholeNumber,
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(['admin', 'user', 'new']),
  is_active: z.boolean(),
  phone: z.string().nullable(),
  sms_verified: z.boolean(),
  joined: z.string().meta({ format: 'date' }).nullable(),
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
  cover_requests: z.boolean(),
  hide_verify_phone: z.boolean(),
  email_confirmed: z.boolean(),
})

export const currentUser = ownPerson.extend({ site: publicSite, impersonator: impersonator.nullable() })
export const tokens = z.object({ access: z.string(), refresh: z.string() })
export const signedIn = tokens.extend({ user: currentUser })

export const reference = wholeNumber.nullable()
export const ids = z.array(wholeNumber)
export const avatar = z.object({ avatar: z.string().nullable() })
export const byId = <T extends z.ZodType>(record: T) => z.record(z.string(), record)
export const records = byId(z.record(z.string(), z.unknown()))
export const registrationStatus = z.object({ status: z.enum(CHECK_STATUSES) })
export const passkeyChallenge = z.object({ ticket: z.string(), options: z.record(z.string(), z.unknown()) })

export const recipients = z.array(z.object({ name: z.string(), channels: z.array(z.enum(['email', 'sms'])) }))

export const published = z.object({
  shifts: z.array(wholeNumber.positive()).max(100_000),
  at: boundedText({ max: 40 }).check(z.iso.datetime()).meta({ format: 'date-time' }).nullable(),
})

export const notificationPreview = z.object({ people: wholeNumber, names: z.array(z.string()) })

export const calendarWindow = z.object({
  start: z.string().optional().meta({ format: 'date', description: 'A day, or an instant with its zone.' }),
  end: z.string().optional().meta({ format: 'date' }),
})

export const ontoEvent = z.object({ onto: wholeNumber.positive() })

const copiedShift = z.object({
  person: reference,
  assignment: reference,
  role: reference,
  location: reference,
  start: z.string(),
  end: z.string(),
  notes: z.string(),
})

/** The last valid day of each competency that some role or assignment requires, by its id; null where it never ends. */
export const held = z.record(z.string(), z.string().nullable())

export const copiedShifts = z.object({
  places: z.array(copiedShift),
  names: z.record(z.string(), z.record(z.string(), z.string())),
  people: z
    .record(z.string(), z.object({ inactive: z.boolean(), held }))
    .meta({ description: 'What its people are qualified for, for callers who may read training.' }),
})
