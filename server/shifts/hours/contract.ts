import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const NO_INSTANT = 'Give a date and time with its zone.'

const instant = boundedText({ max: 40, tooLong: NO_INSTANT })
  .check(z.iso.datetime({ offset: true, error: NO_INSTANT }))
  .meta({ format: 'date-time' })
  .transform((text) => new Date(text))
  .refine((at) => at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 2200, NO_INSTANT)

export const recordedTime = z.object({ datetime: instant })

/** Body of `timesheets/former/{id}`: both times, or neither if the hours do not count. */
export const formerTimes = z
  .object({ actual_start: instant.nullable(), actual_end: instant.nullable() })
  .refine((times) => (times.actual_start === null) === (times.actual_end === null), {
    path: ['actual_end'],
    error: 'Give both times or neither.',
  })
export type FormerTimes = z.output<typeof formerTimes>

/** Hours on a shift that was reassigned or deleted. Instants are ISO texts in UTC. */
export type FormerHours = {
  id: number
  event_name: string
  duty: string
  start: string
  end: string
  actual_start: string
  actual_end: string
  hours: number
}
