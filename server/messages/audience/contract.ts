import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { DAY_MESSAGE, isDay } from '#server/engine/kernel/day-text.pure.ts'

const MAX_IDS = 1000
const MAX_DAYS = 3650

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const ids = z.array(id).max(MAX_IDS, `At most ${MAX_IDS}.`)
const NONE = 'Choose at least one.'
const someIds = ids.min(1, NONE)
const day = boundedText({ max: 10, tooLong: DAY_MESSAGE }).refine(isDay, DAY_MESSAGE)
const word = boundedText({ max: 50, trim: true }).min(1, 'Required.')

/** Two days, inclusive, in the site's zone. */
const period = { from: day, to: day }
const isPeriod = ({ from, to }: { from: string; to: string }) => from <= to
const NOT_A_PERIOD = { path: ['to'], message: 'Must not be before the first day.' }

const limits = {
  at_least: z.number().min(0).max(100_000).optional(),
  at_most: z.number().min(0).max(100_000).optional(),
}
const hasLimit = ({ at_least, at_most }: { at_least?: number | undefined; at_most?: number | undefined }) =>
  at_least !== undefined || at_most !== undefined
const NO_LIMIT = { path: ['at_least'], message: 'Enter a minimum, a maximum or both.' }

/** `declined`: cannot come; the shift is theirs until covered. All but `unpublished` are states of published shifts. */
export const SHIFT_STATES = ['published', 'unpublished', 'asked', 'confirmed', 'declined'] as const

/**
 * Recipients of a message: everyone who matches all rules, plus people named, minus those excepted. Without rules, only
 * the people named; without either, no one. Resolved on sending. Days are in the site's zone.
 */
export const audienceSchema = z
  .strictObject({
    everyone: z.literal(true).optional(),
    access_role: z.enum(['admin', 'user']).nullable().optional(),
    /** Has or had a shift in one of these roles; combined with `event` etc., such a shift there. */
    roles: someIds.optional(),
    competencies: someIds.optional(),
    competency: z
      .strictObject({
        competencies: someIds,
        state: z.enum(['holds', 'expires', 'lacks']),
        /** For `holds` and `lacks`: on this day; default today. */
        on: day.optional(),
        /** For `expires`: within this many days from today. */
        within_days: z.number().int().min(0).max(MAX_DAYS).optional(),
      })
      .refine(({ state, within_days }) => state !== 'expires' || within_days !== undefined, {
        path: ['within_days'],
        message: 'Required.',
      })
      .optional(),
    /** Value of a profile field, case-insensitive. */
    profile: z.strictObject({ field: id, value: boundedText({ max: 200, trim: true }) }).optional(),
    tags: z.array(word).min(1, NONE).max(50, 'At most 50.').optional(),
    /**
     * Has a shift that matches all the given event, series, start day, assignments and state. Default state: any
     * published one, since people do not know of their drafts.
     */
    event: id.nullable().optional(),
    series: id.nullable().optional(),
    day: day.optional(),
    /** With `day`: the last of several start days. */
    day_to: day.optional(),
    assignments: someIds.optional(),
    shift_state: z.enum(SHIFT_STATES).optional(),
    /** Has a pending request for this event, or for an event of this series. */
    requested: z
      .strictObject({ event: id.optional(), series: id.optional() })
      .refine(({ event, series }) => (event === undefined) !== (series === undefined), {
        path: ['event'],
        message: 'Choose an event or a series.',
      })
      .optional(),
    availability: z.strictObject({ day, state: z.enum(['available', 'if_required', 'unavailable']) }).optional(),
    hours: z
      .strictObject({ ...period, ...limits })
      .refine(isPeriod, NOT_A_PERIOD)
      .refine(hasLimit, NO_LIMIT)
      .optional(),
    shifts: z
      .strictObject({ ...period, ...limits })
      .refine(isPeriod, NOT_A_PERIOD)
      .refine(hasLimit, NO_LIMIT)
      .optional(),
    /** Their last shift started before this day, or they never had one. */
    last_shift_before: day.optional(),
    joined_since: day.optional(),
    /** Was to get this message and did not. */
    missed: id.optional(),
    view: id.optional(),
    /** Filters of the list of people, as in its URL. */
    filters: z
      .record(boundedText({ max: 60 }), boundedText({ max: 500 }))
      .refine((filters) => Object.keys(filters).length <= 20, 'At most 20.')
      .optional(),
    /** Named people: always included, and always excluded. */
    people: ids.optional(),
    except: ids.optional(),
  })
  .refine(({ day, day_to }) => day_to === undefined || (day !== undefined && day <= day_to), {
    path: ['day_to'],
    message: 'Must not be before the first day.',
  })

export type Audience = z.infer<typeof audienceSchema>

export const EXCLUSIONS = [
  'opted_out',
  'no_address',
  'blocked',
  'unverified',
  'sms_off',
  'inactive',
  'duplicate',
  'limit',
] as const
export type Exclusion = (typeof EXCLUSIONS)[number]

export const SWITCHES = ['email_notifications', 'email_newsletters', 'sms_notifications'] as const
export type Switch = (typeof SWITCHES)[number]

const DUTY_KEYS = ['event', 'series', 'day', 'assignments', 'shift_state', 'requested'] as const

/** Returns a warning before sending to an audience; undefined if none. */
export const audienceWarning = ({ shift_state }: Audience): string | undefined =>
  shift_state === 'unpublished'
    ? 'It goes to people whose shifts aren’t published. They don’t know about them yet.'
    : undefined

/** Messages about an event, a series or shifts follow the notification setting, others that of the newsletter. */
export const switchOf = (kind: 'email' | 'sms', audience: Audience): Switch =>
  kind === 'sms'
    ? 'sms_notifications'
    : DUTY_KEYS.some((key) => audience[key] !== undefined && audience[key] !== null)
      ? 'email_notifications'
      : 'email_newsletters'
