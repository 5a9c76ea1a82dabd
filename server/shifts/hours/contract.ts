import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const NO_INSTANT = 'Give a date and time with its zone.'

/** The body of `shifts/{id}/start` and `/end`: an ISO 8601 instant with its zone. */
export const recordedTime = z.object({
  datetime: boundedText({ max: 40, tooLong: NO_INSTANT })
    .check(z.iso.datetime({ offset: true, error: NO_INSTANT }))
    .meta({ format: 'date-time' })
    .transform((text) => new Date(text))
    .refine((at) => at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 2200, NO_INSTANT),
})

/** The hours of somebody on a shift that is not theirs any more, or is deleted. Instants are ISO texts in UTC. */
export type FormerHours = {
  id: number
  event_name: string
  /** Assignment and role. */
  duty: string
  start: string
  end: string
  actual_start: string
  actual_end: string
  hours: number
}
