import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { DAY_MESSAGE } from '#server/engine/kernel/day-text.pure.ts'
import { readDay } from '#server/engine/kernel/days/rules.ts'

/** Upper limit of one timesheet: a year and a month. */
export const MAX_PERIOD_DAYS = 397
export const MAX_ENDED = 500

/** A day `YYYY-MM-DD` on the site's calendar. */
const day = boundedText({ max: 10, tooLong: DAY_MESSAGE })
  .refine((text) => readDay(text) !== null, DAY_MESSAGE)
  .meta({ format: 'date' })

/** First and last day on the site's calendar; by default the current month until today. */
export const timesheetQuery = z.object({ start: day.optional(), end: day.optional() })
export type TimesheetQuery = { start?: string | undefined; end?: string | undefined }

export const daySheetQuery = z.object({ date: day.optional() })

/** Days for which a shift that took far longer than planned is listed for checking. */
export const ASKED_DAYS = 92

export const endAsPlannedInput = z.object({
  shifts: z.array(z.number('Must be an id.').int().positive()).min(1, 'Give at least one.').max(MAX_ENDED),
})

export const keepHoursInput = endAsPlannedInput.extend({ keep: z.boolean().default(true) })
export type KeepHoursInput = z.output<typeof keepHoursInput>

export type Period = { start: string; end: string }

/** Hours with two decimals; `by_month` follows `months` of the timesheet. */
export type PersonHours = { person: number; name: string; shifts: number; hours: number; by_month: number[] }

/** Recorded hours of a period. A shift belongs to the day of its planned start. */
export type Timesheet = Period & {
  /** `YYYY-MM`, every month that the period touches. */
  months: string[]
  /** People with ended shifts, most hours first. */
  people: PersonHours[]
  total: { people: number; shifts: number; hours: number; by_month: number[] }
}

/**
 * `ended`: with hours; `running`: since today; `forgotten`: no end since an earlier day; `called_off`: event called
 * off, no sign-in; `missing`: over without a sign-in; `planned`: before.
 */
export type SheetState = 'ended' | 'running' | 'forgotten' | 'called_off' | 'missing' | 'planned'

/** A published shift of a person. Instants are ISO texts in UTC. */
export type SheetShift = {
  id: number
  event: number
  event_name: string
  person: number
  name: string
  duty: string
  start: string
  end: string
  actual_start: string | null
  actual_end: string | null
  hours: number | null
  state: SheetState
  /** Whether it took far longer than planned and its hours are not kept. */
  far_longer: boolean
  /** Id of the former hours where the shift is no longer theirs or is deleted; otherwise null. */
  former: number | null
}

export type DaySheet = { date: string; shifts: SheetShift[]; hours: number }

export type EventHours = {
  id: number
  name: string
  start: string
  people: number
  ended: number
  forgotten: number
  far_longer: number
  missing: number
  called_off: number
  hours: number
}
