import * as z from 'zod'
import { CHANNELS, MESSAGE_STATES } from '#server/deliveries/contract.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

const at = instant
const name = z.string().nullable()

/** One entry in the history of a shift; `at` is ISO. `by` is a name, null for a link or a worker. */
export const threadEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('published'), at, by: name }),
  /** A message about the shift, to `person`; `message` is its kind, as in deliveries. */
  z.object({
    kind: z.literal('message'),
    at,
    message: z.string(),
    title: z.string(),
    channel: z.enum(CHANNELS),
    state: z.enum(MESSAGE_STATES),
    person: name,
  }),
  z.object({
    kind: z.literal('answer'),
    at,
    answer: z.enum(['asked', 'confirmed', 'seeking_cover', 'released']),
    person: name,
    by: name,
    via: z.enum(['screen', 'link', 'rule']),
    reason: z.string(),
  }),
  /** A search for cover; `at` is its start. `next_rung_at` is null once it has ended, `ended_at` until then. */
  z.object({
    kind: z.literal('search'),
    at,
    by: name,
    state: z.enum(['searching', 'paused', 'covered', 'stopped', 'exhausted']),
    asked: z.number().int(),
    declined: z.number().int(),
    /** People who could not be reached and have not answered. */
    unreached: z.number().int(),
    covered_by: name,
    next_rung_at: at.nullable(),
    ended_at: at.nullable(),
  }),
])
export type ThreadEntry = z.infer<typeof threadEntry>

export const threadAnswer = z.object({ entries: z.array(threadEntry) })
export type ThreadAnswer = z.infer<typeof threadAnswer>
