import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const MAX_NAME = 500

const shownTime = boundedText({ max: 40 })
  .check(z.iso.datetime({ offset: true, error: 'Give a date and time with its zone.' }))
  .optional()
const shownName = boundedText({ max: MAX_NAME }).nullish()

/**
 * A shift as its reader's page showed it, whatever of it the page shows: a shift that has changed since is neither
 * answered nor taken.
 * `start` and `end`: the shift's, or the person's own. The others are names; null for none.
 */
export const shownShift = z.object({
  ...{ start: shownTime, end: shownTime },
  ...{ location: shownName, assignment: shownName, role: shownName },
})
export type ShownShift = z.output<typeof shownShift>
