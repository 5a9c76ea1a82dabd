import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { DAY_MESSAGE } from '#server/engine/kernel/day-text.pure.ts'

/** The most events of a rule: two years of weeks. */
export const MAX_REPEATS = 104

const date = boundedText({ max: 10, tooLong: DAY_MESSAGE, notText: DAY_MESSAGE }).check(
  z.iso.date({ error: DAY_MESSAGE }),
)

/**
 * How an event repeats: every so many days, weeks (on some weekdays, 1 = Monday) or months (on the same day, or on the same
 * weekday of the month), until a date or so many times. Dates are of the site's calendar.
 */
const repeatRule = z
  .object({
    unit: z.enum(['day', 'week', 'month']),
    every: z.number().int().min(1, 'Must be at least 1.').max(52, 'Must be at most 52.'),
    weekdays: z.array(z.number().int().min(1).max(7)).max(7),
    monthly: z.enum(['day', 'weekday']),
    until: date.nullable(),
    count: z
      .number()
      .int()
      .min(1, 'Must be at least 1.')
      .max(MAX_REPEATS, `Must be at most ${MAX_REPEATS}.`)
      .nullable(),
  })
  .refine(({ until, count }) => (until === null) !== (count === null), { path: ['until'], error: 'Required.' })

export type RepeatRule = z.infer<typeof repeatRule>

export const repeatInput = z.object({
  rule: repeatRule,
  /** Dates of the rule that are left out, YYYY-MM-DD. */
  except: z.array(date).max(MAX_REPEATS),
  /** Whether to copy the shifts of the event too, open and unpublished. */
  places: z.boolean(),
  /** Created by the caller for each decision: the same token means the same repetition, however often it arrives. */
  token: boundedText({ max: 40 }).nullish(),
})
export type RepeatInput = z.infer<typeof repeatInput>

/**
 * One event of a rule. Times are wall-clock times of the site's zone. `clocks`: a clock change moved a time on that day. `exists`:
 * the event, by name and series, is on that day already, and is not made a second time.
 */
export type Occurrence = { date: string; start: string; end: string; clocks: boolean; exists: boolean }
