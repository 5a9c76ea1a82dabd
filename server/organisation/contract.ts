import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { normaliseText } from '#server/engine/kernel/composed-text.pure.ts'
import { isZone } from '#server/engine/kernel/days/zone.ts'
import { COUNTRIES, MUST_BE_COUNTRY } from '#server/engine/kernel/phone-number/countries.pure.ts'
import { MAX_CALENDARS, readAddresses } from './calendar-addresses.pure.ts'
import { plainEmail } from './contact-contract.ts'
import { coverRungs } from './cover-rungs/contract.ts'
import { isFrameOrigin } from './frame-origins.pure.ts'
import { REMINDERS } from './reminders-contract.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: OpenAPI clients in other languages do not know `\P{Cc}`.
const VISIBLE = /^[^\0-\x1f\x7f-\x9f]*$/u

const line = (max: number) =>
  boundedText({ max: 4 * max, tooLong: `At most ${max} characters.` })
    .transform((text) => normaliseText(text).replace(/\s+/g, ' ').trim())
    .pipe(boundedText({ max }).regex(VISIBLE, 'Contains characters that cannot be shown.'))

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const isLocale = (text: string) => {
  try {
    return Intl.getCanonicalLocales(text)[0] === text
  } catch {
    return false
  }
}

const COLOUR_MESSAGE = 'Must be a colour such as #01579b.'
const TIME_MESSAGE = 'Time format must be HH:MM'

const color = boundedText({ max: 7, tooLong: COLOUR_MESSAGE, trim: true })
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, COLOUR_MESSAGE)

/** The cost of one part of a text message: up to four decimals, as providers charge. */
const price = z
  .number('Must be a number.')
  .min(0, 'Must not be below 0.')
  .max(1000, 'At most 1000.')
  .overwrite((amount) => Math.round(amount * 10_000) / 10_000)
  .nullable()

const count = (min: number, max: number) =>
  z.number('Must be a number.').int('Must be a whole number.').min(min, `At least ${min}.`).max(max, `At most ${max}.`)

const CURRENCY_MESSAGE = 'Must be a currency such as GBP.'

const currency = boundedText({ max: 3, tooLong: CURRENCY_MESSAGE, trim: true })
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, CURRENCY_MESSAGE)

const clockTime = boundedText({ max: 5, tooLong: TIME_MESSAGE }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME_MESSAGE)

/** Lead times of reminders, as ISO 8601 durations. */
const offset = z.enum(REMINDERS.map(({ offset }) => offset))

export const organisation = z.object({
  name: line(200).pipe(boundedText({ max: 200 }).min(1, 'Required.')),
  prefix: line(20),
  color,
  contact_name: line(200),
  contact_email: z.union([z.literal(''), plainEmail], {
    error: ({ input }) => (typeof input === 'string' ? 'Invalid email.' : 'Must be text.'),
  }),
  url: boundedText({ max: 500, trim: true }).refine(
    (text) => text === '' || isWebAddress(text),
    'Must be an address such as https://club.example.',
  ),
  timezone: boundedText({ max: 60 }).refine(isZone, 'Not a time zone.'),
  locale: boundedText({ max: 20 }).refine(isLocale, 'Not a language such as en-GB.'),
  default_country_code: z.enum(COUNTRIES, MUST_BE_COUNTRY),
  sms_enabled: z.boolean(),
  feature_timesheets: z.boolean(),
  self_assign: z.boolean(),
  ask_answers: z.boolean(),
  /** Weeks before the start. */
  ask_weeks: count(1, 52),
  /** Days before the start, also `release_days`. */
  answer_by_days: count(2, 60),
  allow_release: z.boolean(),
  release_days: count(1, 365),
  approve_swaps: z.boolean(),
  rest_hours: count(0, 48),
  cover_needs_sign_in: z.boolean(),
  cover_rungs: coverRungs,
  hide_account_existence: z.boolean(),
  reminder_offsets: z
    .array(offset)
    .max(2)
    .transform((all) => [...new Set(all)]),
  quiet_start: clockTime,
  quiet_end: clockTime,
  sms_price: price,
  currency,
  allowed_external_calendars: boundedText({ max: 5000 })
    .transform((text) => readAddresses(text).join(','))
    .refine(
      (text) => readAddresses(text).every(isWebAddress),
      'Each must be an address such as https://club.example/events.ics.',
    )
    .refine((text) => readAddresses(text).length <= MAX_CALENDARS, `At most ${MAX_CALENDARS} calendars.`),
  embed_origins: z
    .array(
      boundedText({ max: 300, trim: true }).refine(
        isFrameOrigin,
        'Each must be an origin such as https://club.example, with nothing after it.',
      ),
    )
    .max(20, 'At most 20.'),
})
export type Organisation = z.infer<typeof organisation>
export type OrganisationField = keyof Organisation

export const organisationChange = organisation.partial()
export type OrganisationChange = z.infer<typeof organisationChange>

export const ORGANISATION_FIELDS = Object.keys(organisation.shape) as OrganisationField[]
