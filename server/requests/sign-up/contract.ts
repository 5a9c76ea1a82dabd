import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { shownShift } from '#server/shift-facts/shown-contract.ts'

/** The comment of a request from a series sign-up. */
export const SERIES_COMMENT = 'Series Auto-Signup'

const id = z.number().int().positive()
const wish = z.union([z.literal('').transform(() => null), z.coerce.number().int().positive()]).nullish()
const askedTime = boundedText({ max: 40 })
  .check(z.iso.datetime({ offset: true, error: 'Give a date and time with its zone.' }))
  .nullish()
const askedTimes = { modified_start: askedTime, modified_end: askedTime }
export const takeInput = z.object({ ...askedTimes, shown: shownShift.optional() })
export type TakeInput = z.output<typeof takeInput>
/** `assignment` and `role`: the person's preference, if any. */
export const signUpInput = z.object({
  comments: boundedText({ max: 2000, trim: true }).default(''),
  assignment: wish,
  role: wish,
  ...askedTimes,
})
export type SignUpInput = z.output<typeof signUpInput>
export const requestInput = z.object({
  event: id,
  person: id.nullish(),
  comments: boundedText({ max: 2000 }).default(''),
  assignment: id.nullish(),
  role: id.nullish(),
  location: id.nullish(),
  ...askedTimes,
})

/** Default: every coming event. */
export const seriesSignUpInput = z.object({ events: z.array(z.coerce.number().int().positive()).max(500).optional() })

export const withdrawInput = z.object({ requests: z.array(id).max(500) })

/** `POST requests/batch`: a list or one object. Drops staging flags and unknown fields. */
export const batchInput = z.preprocess(
  (body) => (Array.isArray(body) || body === undefined ? body : [body]),
  z.array(requestInput, 'Give a list of requests.').max(500, 'At most 500 at a time.'),
)
export type BatchInput = z.output<typeof batchInput>

/** The reader's own request and preference. `state`: waiting, `on` once they hold a shift, or declined. */
export type OwnRequest = {
  id: number
  comments: string
  made: Date
  state: 'waiting' | 'on' | 'declined'
  assignment: number | null
  role: number | null
  /** Requested times, if any; ISO instants. */
  modified_start: string | null
  modified_end: string | null
  /** Names of both; empty without a preference. */
  assignment_name: string
}

/**
 * A competency that the shift needs and the person lacks. `expired`: its last valid day; null when never held.
 */
export type MissingCompetency = { shift: number; competency: string; expired: string | null }
