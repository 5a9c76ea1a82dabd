import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

const id = z.number().int()
const at = instant

export const MAX_PUBLISHED = 1_000

const NO_INSTANT = 'Must be an instant.'

/** All shifts of some events, and some shifts, if they are unpublished now. */
export const laterInput = z.object({
  events: z.array(id.positive()).max(MAX_PUBLISHED).default([]),
  shifts: z.array(id.positive()).max(MAX_PUBLISHED).default([]),
  at: boundedText({ max: 40, tooLong: NO_INSTANT, notText: NO_INSTANT }).check(
    z.iso.datetime({ offset: true, error: NO_INSTANT }),
  ),
})
export type LaterInput = z.infer<typeof laterInput>

/**
 * A planned publication. `shifts` counts those still unpublished, `by` is the planner, `left_out` says why shifts of
 * the event would be left out.
 */
export const plannedPublication = z.object({
  id,
  at,
  shifts: id,
  by: z.string().nullable(),
  left_out: z.enum(['called_off', 'archived']).nullable(),
})
export type PlannedPublication = z.infer<typeof plannedPublication>
