import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { DAY_MESSAGE } from '#server/engine/kernel/day-text.pure.ts'

/** Maximum events of a rule: two years of weeks. */
export const MAX_REPEATS = 104

const date = boundedText({ max: 10, tooLong: DAY_MESSAGE, notText: DAY_MESSAGE }).check(
  z.iso.date({ error: DAY_MESSAGE }),
)

/**
 * Repeats every so many days, weeks (on weekdays, 1 = Monday) or months (same day, or same weekday of the month), until
 * a date or a number of times. Dates are local to the site.
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
  except: z.array(date).max(MAX_REPEATS),
  places: z.boolean(),
  /** The caller's idempotency key. */
  token: boundedText({ max: 40 }).nullish(),
})
export type RepeatInput = z.infer<typeof repeatInput>

/**
 * Times are wall-clock times of the site. `clocks`: a clock change moved a time. `exists`: an event of this name and
 * series is on that day and is not repeated.
 */
export type Occurrence = { date: string; start: string; end: string; clocks: boolean; exists: boolean }
