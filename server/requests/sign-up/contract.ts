import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

/** The comment of a request that came from signing up to a whole series. */
export const SERIES_COMMENT = 'Series Auto-Signup'

const id = z.number().int().positive()
const wish = z.union([z.literal('').transform(() => null), z.coerce.number().int().positive()]).nullish()
const askedTime = boundedText({ max: 40 })
  .check(z.iso.datetime({ offset: true, error: 'Give a date and time with its zone.' }))
  .nullish()
/** When the person would come and leave, where that differs from the shift; ISO 8601 with zone. */
const askedTimes = { modified_start: askedTime, modified_end: askedTime }
/** The body of taking a shift. */
export const takeInput = z.object(askedTimes)
export type TakeInput = z.output<typeof takeInput>
/** `assignment` and `role`: what the person would like to do, if they chose. */
export const signUpInput = z.object({
  comments: boundedText({ max: 2000, trim: true }).default(''),
  assignment: wish,
  role: wish,
  ...askedTimes,
})
export type SignUpInput = z.output<typeof signUpInput>
/** One wish for an event. */
export const requestInput = z.object({
  event: id,
  person: id.nullish(),
  comments: boundedText({ max: 2000 }).default(''),
  assignment: id.nullish(),
  role: id.nullish(),
  location: id.nullish(),
  ...askedTimes,
})

/** The events of a series to request; every coming one unless given. */
export const seriesSignUpInput = z.object({ events: z.array(z.coerce.number().int().positive()).max(500).optional() })

/** One's own requests to withdraw. */
export const withdrawInput = z.object({ requests: z.array(id).max(500) })

/** `POST requests/batch`: a list, or one object; staging flags and unknown fields are dropped. */
export const batchInput = z.preprocess(
  (body) => (Array.isArray(body) || body === undefined ? body : [body]),
  z.array(requestInput, 'Give a list of requests.').max(500, 'At most 500 at once.'),
)
export type BatchInput = z.output<typeof batchInput>

/** The reader's own request for an event, with what they asked to do. `state`: waiting, `on` once they hold a shift, or declined. */
export type OwnRequest = {
  id: number
  comments: string
  made: Date
  state: 'waiting' | 'on' | 'declined'
  assignment: number | null
  role: number | null
  /** When they would come and leave, where they asked for it; ISO instants. */
  modified_start: string | null
  modified_end: string | null
  /** The names of both; empty when the person only asked for the event. */
  assignment_name: string
}

/**
 * A competency that a person lacks for an open shift: its role needs it. `expired`: the last day of theirs; null without one.
 */
export type MissingCompetency = { shift: number; competency: string; expired: string | null }
