import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { readDay } from '#server/engine/kernel/days/rules.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

export const SWAP_KINDS = ['hand_over', 'swap', 'offer'] as const
export const SWAP_STATES = ['proposed', 'offered', 'done', 'declined', 'withdrawn', 'expired'] as const
export type SwapState = (typeof SWAP_STATES)[number]

export const SILENCE_HOURS = 48
export const MAX_OPEN_SWAPS = 10
/** Maximum offers that a search reads per site, oldest first. */
export const MAX_OFFERS = 500

const recordId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const ids = (max: number) => z.array(recordId).min(1, 'Choose at least one.').max(max, `At most ${max}.`)
const day = boundedText({ max: 10, tooLong: 'Must be a date.', notText: 'Must be a date.' })
  .refine((text) => readDay(text) !== null, 'Must be a date.')
  .meta({ format: 'date' })

/** Conditions for a shift to take; all given ones must hold. */
export const swapWants = z
  .object({
    shifts: ids(200).optional(),
    except: ids(200).optional(),
    /** Days of the week by ISO number, 1 for Monday to 7 for Sunday. */
    weekdays: z.array(z.number().int().min(1).max(7)).min(1, 'Choose at least one.').max(7).optional(),
    /** First and last local day. */
    start: day.optional(),
    end: day.optional(),
    assignments: ids(100).optional(),
  })
  .refine(({ start, end }) => !start || !end || start <= end, { path: ['end'], error: 'Must not be before the start.' })
export type SwapWants = z.infer<typeof swapWants>

const common = {
  shift: recordId,
  comments: boundedText({ max: 500, tooLong: 'At most 500 characters.', trim: true }).default(''),
}

export const swapInput = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('hand_over'), to: recordId }),
  z.object({ ...common, kind: z.literal('swap'), for: recordId }),
  z.object({ ...common, kind: z.literal('offer'), wants: swapWants.default({}) }),
])
export type SwapInput = z.output<typeof swapInput>

/** `together`: the circle shown to the person who answers; refused if it has changed since. */
export const swapAnswer = z.object({ together: recordId.optional() }).default({})
export type SwapAnswer = z.output<typeof swapAnswer>

/** A person's part in a circle: shifts given and received, null for none. `accepted` is null before the answer. */
export const swapPart = z.object({
  person: z.number().int(),
  gives: z.number().int().nullable(),
  gets: z.number().int().nullable(),
  accepted: z.boolean().nullable(),
})
export type SwapPart = z.infer<typeof swapPart>

export const swap = z.object({
  id: z.number().int(),
  kind: z.enum(SWAP_KINDS),
  state: z.enum(SWAP_STATES),
  /** The person who started it, and their shift. */
  person: z.number().int(),
  shift: z.number().int(),
  wants: swapWants,
  comments: z.string(),
  /** In the order in which each gets the shift of the next; empty without a match. */
  circle: z.array(swapPart),
  /** Same for all offers of a circle; null without one. */
  together: z.number().int().nullable(),
  /** Everyone has accepted; a coordinator must approve it. */
  awaits_approval: z.boolean(),
  /** Whether a coordinator declined it. */
  declined_by_club: z.boolean(),
  /** Expiry; null without a match and once it has ended. */
  ends_at: instant.nullable(),
  made: instant,
  ended_at: instant.nullable(),
})
export type Swap = z.infer<typeof swap>

/** A shift in a swap. Instants are ISO text in UTC. */
export const swapShift = z.object({
  id: z.number().int(),
  event: z.number().int(),
  event_name: z.string(),
  assignment: z.string().nullable(),
  role: z.string().nullable(),
  person: z.number().int().nullable(),
  person_name: z.string().nullable(),
  start: instant,
  end: instant,
})
export type SwapShift = z.infer<typeof swapShift>

export const swapList = z.object({
  count: z.number().int(),
  swaps: z.array(swap),
  /** Referenced shifts and people by id, without removed ones. */
  shifts: z.record(z.string(), swapShift),
  people: z.record(z.string(), z.object({ id: z.number().int(), name: z.string(), avatar: z.string().nullable() })),
})
export type SwapList = z.infer<typeof swapList>

export const swapQuery = z.object({
  state: z.enum(['open', 'approval', 'ended']).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type SwapQuery = z.output<typeof swapQuery>

/** Possible exchanges for the acting person's shift, and people who could take it. */
export const swapOptions = z.object({
  people: z.array(z.object({ id: z.number().int(), name: z.string(), avatar: z.string().nullable() })),
  /** Coming shifts of others that the acting person could take for it; `direct`: its person could take this one. */
  shifts: z.array(swapShift.extend({ direct: z.boolean(), assignment_id: z.number().int().nullable() })),
})
export type SwapOptions = z.infer<typeof swapOptions>
