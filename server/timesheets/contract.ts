import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { DAY_MESSAGE } from '#server/engine/kernel/day-text.pure.ts'
import { readDay } from '#server/engine/kernel/days/rules.ts'

/** The most days of one timesheet: a year and a month. */
export const MAX_PERIOD_DAYS = 397
/** The most shifts that one call ends. */
export const MAX_ENDED = 500

/** A day `YYYY-MM-DD` on the site's calendar. */
const day = boundedText({ max: 10, tooLong: DAY_MESSAGE })
  .refine((text) => readDay(text) !== null, DAY_MESSAGE)
  .meta({ format: 'date' })

/** A period by its first and last day, both on the site's calendar. Unless given it is the current month until today. */
export const timesheetQuery = z.object({ start: day.optional(), end: day.optional() })
export type TimesheetQuery = { start?: string | undefined; end?: string | undefined }

export const daySheetQuery = z.object({ date: day.optional() })

/** For how many days a shift that took far longer than planned is asked about. */
export const ASKED_DAYS = 92

export const endAsPlannedInput = z.object({
  shifts: z.array(z.number('Must be an id.').int().positive()).min(1, 'Give at least one.').max(MAX_ENDED),
})

/** Shifts whose hours are kept although they are far longer than planned, or no longer kept. */
export const keepHoursInput = endAsPlannedInput.extend({ keep: z.boolean().default(true) })
export type KeepHoursInput = z.output<typeof keepHoursInput>

/** First and last day, both included. */
export type Period = { start: string; end: string }

/** Hours with two decimals; `by_month` follows `months` of the timesheet. */
export type PersonHours = { person: number; name: string; shifts: number; hours: number; by_month: number[] }

/** The recorded hours of everybody within a period. A shift belongs to the day on which it was to start. */
export type Timesheet = Period & {
  /** `YYYY-MM`, every month that the period touches. */
  months: string[]
  /** Those with ended shifts, most hours first. */
  people: PersonHours[]
  total: { people: number; shifts: number; hours: number; by_month: number[] }
}

/**
 * Where somebody's shift stands: `ended` with hours, `running` since today, `forgotten` without an end since an earlier day,
 * `called_off` where nobody signed in since its event is called off, `missing` where it is over and nobody signed in, `planned` before.
 */
export type SheetState = 'ended' | 'running' | 'forgotten' | 'called_off' | 'missing' | 'planned'

/** A published shift of a person. Instants are ISO texts in UTC. */
export type SheetShift = {
  id: number
  event: number
  event_name: string
  person: number
  name: string
  /** Assignment and role. */
  duty: string
  start: string
  end: string
  actual_start: string | null
  actual_end: string | null
  hours: number | null
  state: SheetState
  /** Whether it took far longer than planned, and nobody has kept those hours. */
  far_longer: boolean
  /** The number of these hours where the shift is not theirs any more, or is deleted; null for one that is theirs. */
  former: number | null
}

export type DaySheet = { date: string; shifts: SheetShift[]; hours: number }

/** An event of a period with the shifts of its people counted. */
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
